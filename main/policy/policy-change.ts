// A change of the configuration is a change of the policy: it is journalled, and every pending
// approval is evaluated again.
import type { Grant } from '../../contract/agent/grant.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { ConfigStore } from '../config/config.ts'
import type { Policy } from '../gate/policy.ts'
import { problemLine } from './config-fault.ts'

export type PolicyChangeDeps = {
  readonly policy: () => Pick<Policy, 'hash'>
  readonly config: Pick<ConfigStore, 'problem' | 'current'>
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
  let ofTwo = rulesOfTwo(config.current().rules)
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
    const asked = ofTwo
    ofTwo = rulesOfTwo(config.current().rules)
    // A person who may edit the file can take such a rule out, and the journal says so.
    const gone = [...asked].flatMap(([meaning, id]) => (ofTwo.has(meaning) ? [] : [id]))
    const text = [
      ...(changed.length === 0 ? [] : [`What these agents may do changed: ${changed.join(', ')}.`]),
      ...(gone.length === 0
        ? []
        : [`Two persons are not asked any more as before by: ${gone.join(', ')}.`]),
    ].join(' ')
    await journal({ kind: 'policy', change: 'changed', policyHash: hash, text })
    await reevaluate()
  }
}

/** What each of them says, and its name. */
const rulesOfTwo = (rules: readonly Rule[]): ReadonlyMap<string, string> =>
  new Map(
    rules.flatMap(({ id, when, approvers, expires = null }) =>
      approvers === 2 ? [[canonicalJson({ when, expires }), id]] : [],
    ),
  )
