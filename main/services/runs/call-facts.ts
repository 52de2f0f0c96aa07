// What the journal says of one call, as a capsule holds it. Pure.
import type { CapsuleEvent } from '../../../contract/agent/capsule.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { categoryOf } from '../../../contract/journal/decision-category.ts'
import type { JournalEntry, JournalRow } from '../../../contract/journal/journal.ts'

/** How a call was decided, once for each time that it was. */
export type DecisionFact = {
  readonly kind: CapsuleEvent['kind']
  readonly at: number
  readonly payload: JsonObject
}

export type CallFacts = {
  readonly decisions: readonly DecisionFact[]
  readonly endedAt: number | null
  /** Of the whole result; null: it gave none. */
  readonly resultHash: string | null
}

type DecisionEntry = Extract<JournalEntry, { kind: 'decision' }>

export function decisionFact(entry: DecisionEntry, at: number): DecisionFact {
  const { effect, tier, by, policyHash } = entry.decision
  const { promptHash = null } = entry
  return {
    kind: kindOf(entry),
    at,
    payload: { effect, tier, by: `${by.kind} ${by.id}`, policyHash, promptHash },
  }
}

export function callFacts(rows: readonly JournalRow[]): CallFacts {
  const end = rows.findLast(({ entry }) => entry.kind === 'outcome')
  return {
    decisions: rows.flatMap(({ at, entry }) =>
      entry.kind === 'decision' ? [decisionFact(entry, at)] : [],
    ),
    endedAt: end?.at ?? null,
    resultHash: end?.entry.kind === 'outcome' ? (end.entry.resultHash ?? null) : null,
  }
}

function kindOf(entry: DecisionEntry): DecisionFact['kind'] {
  if (categoryOf(entry) === 'memory.recall') return 'memory_recall'
  return entry.tool === 'spawn' ? 'delegation_start' : 'policy_decision'
}
