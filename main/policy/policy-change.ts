// A change of the configuration is a change of the policy: it is journalled, and every pending
// approval is evaluated again.
import type { Grant } from '../../contract/agent/grant.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { ConfigStore } from '../config/config.ts'
import type { Policy } from '../gate/policy.ts'

export type PolicyChangeDeps = {
  readonly policy: () => Pick<Policy, 'hash'>
  readonly config: Pick<ConfigStore, 'problem'>
  /** The names of agents that have a file, each with what it grants. */
  readonly agents: () => readonly { readonly name: string; readonly grant: Grant }[]
  readonly journal: (entry: JournalEntry) => Promise<unknown>
  /** Evaluates every pending approval again. */
  readonly reevaluate: () => Promise<void>
}

/** Gives what to do after every change of the configuration. */
export function policyChange({
  policy,
  config,
  agents,
  journal,
  reevaluate,
}: PolicyChangeDeps): () => Promise<void> {
  let known = policy().hash
  const grants = (): ReadonlyMap<string, string> =>
    new Map(agents().map(({ name, grant }) => [name, canonicalJson(grant)]))
  let granted = grants()
  return async () => {
    const problem = config.problem()
    const { hash } = policy()
    if (problem !== null) {
      const text = problemLine(problem)
      await journal({ kind: 'policy', change: 'rejected', policyHash: hash, text })
    }
    const [before, now] = [granted, grants()]
    granted = now
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.get(name) !== now.get(name),
    )
    if (hash === known && changed.length === 0) return
    known = hash
    const text =
      changed.length === 0 ? '' : `What these agents may do changed: ${changed.join(', ')}.`
    await journal({ kind: 'policy', change: 'changed', policyHash: hash, text })
    await reevaluate()
  }
}

export const problemLine = ({
  file,
  line,
  column,
  text,
}: {
  file: string
  line: number
  column: number
  text: string
}): string => `${file}:${line}:${column} ${text}`
