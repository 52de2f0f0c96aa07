// A change of the configuration is a change of the policy: it is journalled, and every pending
// approval is evaluated again.
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { ConfigStore } from '../config/config.ts'
import type { Policy } from '../gate/policy.ts'

export type PolicyChangeDeps = {
  readonly policy: () => Pick<Policy, 'hash'>
  readonly config: Pick<ConfigStore, 'problem'>
  readonly journal: (entry: JournalEntry) => Promise<unknown>
  /** Evaluates every pending approval again. */
  readonly reevaluate: () => Promise<void>
}

/** Gives what to do after every change of the configuration. */
export function policyChange({
  policy,
  config,
  journal,
  reevaluate,
}: PolicyChangeDeps): () => Promise<void> {
  let known = policy().hash
  return async () => {
    const problem = config.problem()
    const { hash } = policy()
    if (problem !== null) {
      const text = problemLine(problem)
      await journal({ kind: 'policy', change: 'rejected', policyHash: hash, text })
    }
    if (hash === known) return
    known = hash
    await journal({ kind: 'policy', change: 'changed', policyHash: hash, text: '' })
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
