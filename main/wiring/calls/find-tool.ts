// The tool of a name, where the asker may see it: in the registry, and hidden by no policy.
import { failure } from '../../../contract/failure.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import { nearest } from '../../../contract/nearest.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Policy } from '../../gate/policy.ts'
import { hiddenBy, type Hidden } from '../../gate/view.ts'
import { CLOSED } from '../../mcp/server-failures.ts'
import type { EvaluateDeps } from '../../pipeline/evaluate.ts'
import { makerOf } from '../../pipeline/maker-of.ts'
import type { ResolveDeps } from '../../pipeline/resolve.ts'
import type { ToolFinder } from '../../registry/registry.ts'

/** Askers that find only the tools of their list. */
const BY_LIST: ReadonlySet<string> = new Set(['agent', 'subagent', 'schedule'])

export const findTool =
  (registry: ToolFinder, policy: EvaluateDeps['policy']): ResolveDeps['find'] =>
  (principal, name) => {
    const found = registry.get(name, principal)
    if (found === null) {
      const closed = registry.closed(name)
      if (closed?.code !== undefined) {
        const text = closed.code === CLOSED ? `${name} is closed: ${closed.what}` : closed.what
        return err(failure(closed.code, text, closed.how))
      }
      const names = registry.view(principal).map(({ tool }) => tool.manifest.name)
      const meant = nearest(name, names)
      const guess = meant === null ? '' : `Did you mean ${meant}? `
      const hint = `${guess}Available: ${names.join(', ')}.`
      return err(failure('tool.unknown', `There is no tool named ${name}.`, hint))
    }
    const { manifest } = found.tool
    const left = found.execution.kind === 'client'
    // Whether a client may have a tool of the gateway is for the gateway to decide.
    const decidedThere = left && manifest.id === 'agent.gateway'
    const maker = makerOf(principal)
    const hidden = decidedThere
      ? null
      : (hiddenBy(manifest, principal, policy(principal)) ??
        (maker === null ? null : hiddenBy(manifest, maker, policy(maker))))
    const visible = hidden === null
    // A tool in no list is for those who come for it by another way, not for anyone who guesses its
    // name.
    if (visible && (found.listed || !BY_LIST.has(principal.kind))) {
      const gap = left ? null : registry.lacks(found.tool.manifest, principal)
      return gap === null ? ok(found) : err(failure('tool.lacking', gap.what, gap.how))
    }
    if (left) {
      const text = `${name} is not available to ${principal.name}.`
      return err(failure('tool.hidden', text, 'Do not use it in this session.'))
    }
    const names = registry.view(principal).map(({ tool }) => tool.manifest.name)
    if (hidden === 'run')
      return err(
        failure(
          'tool.hidden',
          `${name} works only in a run of Gatehouse’s own agent.`,
          'Start a run in Gatehouse, and ask its agent.',
        ),
      )
    if (hidden === 'grant')
      return err(
        failure(
          'grant.tool',
          `${name} is not one of the tools of ${principal.name}: its capabilities do not include it.`,
          `Do not call it again. Available: ${names.join(', ')}.`,
        ),
      )
    const network = [principal, ...(maker === null ? [] : [maker])]
      .map((who) => networkReason(manifest, hidden, policy(who)))
      .find((reason) => reason !== null)
    if (network !== undefined)
      return err(
        failure(
          'tool.network',
          `${name} is not available in this session: ${network}.`,
          `Available: ${names.join(', ')}.`,
        ),
      )
    const text = `${name} is not available in this session.`
    return err(failure('tool.hidden', text, `Available: ${names.join(', ')}.`))
  }

/** What keeps the tool from the network, as the end of a sentence; null: it is hidden for another reason. */
function networkReason(
  { networkOutbound }: Manifest,
  hidden: Hidden | null,
  { preset, presetName }: Policy,
): string | null {
  if (hidden === 'guard') return 'the exfiltration guard is on'
  return hidden === 'preset' && networkOutbound && !preset.allowNetwork
    ? `it needs the network, and the preset ${presetName} does not allow it`
    : null
}
