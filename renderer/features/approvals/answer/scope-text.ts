// What a scope on the card is called, and what it would have answered so far. Pure.
import type { Approval, ScopeProposal } from '../../../../contract/approval/approval.ts'
import type { ScopePreview, ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { strings } from '../strings.ts'

/** allow: the call runs, and others like it. deny: neither does. */
export type Verb = 'allow' | 'deny'

export type ScopeRow = {
  /** Its place in the list of the approval. */
  readonly proposal: number
  readonly label: string
}

/** The scopes that this answer may have, narrowest first. */
export const scopeRows = (approval: Approval, verb: Verb): readonly ScopeRow[] =>
  approval.answers.includes(verb === 'allow' ? 'scope' : 'deny-scope') &&
  approval.durations.length > 0
    ? approval.proposals.flatMap((scope, proposal) =>
        verb === 'allow' && !scope.allows ? [] : [{ proposal, label: labelOf(scope, approval) }],
      )
    : []

/** What the card shows already need not be said again. */
function labelOf({ exact, text }: ScopeProposal, { decision }: Approval): string {
  const [touch] = decision.touches
  if (!exact || text.includes(strings.scopes.privateToo)) return text
  const { command, request, call } = strings.scopes.exactly
  if (touch?.kind === 'proc.run') return command
  if (touch?.kind === 'net.fetch') return request
  return touch?.kind === 'mcp.call' ? call : text
}

/** Empty until it is known. */
export function previewText(previews: ScopePreviews | null, proposal: number, verb: Verb): string {
  const preview: ScopePreview | undefined = previews?.scopes[proposal]
  if (previews === null || preview === undefined || previews.calls === 0) return ''
  return verb === 'deny'
    ? strings.scopes.previewDeny(preview.denied, previews.calls)
    : strings.scopes.preview(preview.allowed, previews.calls, preview.refused) +
        (preview.protectedPaths === null
          ? ''
          : strings.scopes.reachesProtected(preview.protectedPaths))
}
