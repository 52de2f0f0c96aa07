// The first rows of a start, and what an earlier process left behind, closed before anyone can ask for more.
import type { Approval } from '../../contract/approval.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PolicyHash } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal.ts'
import type { Result } from '../../contract/result.ts'
import type { Agent } from '../agent/offer.ts'
import type { Desk } from '../approvals/desk.ts'
import type { Journal } from '../audit/journal.ts'
import type { ConfigStore } from '../config/config.ts'
import type { Undo } from '../undo/undo.ts'
import { closeUnasked } from './close-unasked.ts'
import { closeUnbegun, closeUnfinished } from './recover.ts'

export type BeginNeeds = {
  readonly host: string
  readonly version: string
  readonly config: ConfigStore
  readonly policyHash: PolicyHash
  readonly journal: Journal
  readonly record: (entry: JournalEntry) => Promise<Result<JournalRow, Failure>>
  readonly agent: Agent
  readonly desk: Desk
  readonly undo: Pick<Undo, 'recover'>
  readonly panic: { recover(): Promise<void> }
  /** The newest approvals that were used up. */
  readonly consumed: () => readonly Approval[]
}

export async function begin({
  host,
  version,
  config,
  policyHash,
  journal,
  record,
  agent,
  desk,
  undo,
  panic,
  consumed,
}: BeginNeeds): Promise<void> {
  const problem = config.problem()
  await record({ kind: 'started', version, host })
  await record({ kind: 'policy', change: problem === null ? 'loaded' : 'rejected', policyHash, text: problem?.text ?? '' })
  await undo.recover()
  await agent.recover()
  await closeUnfinished(journal, record, agent.callChanged)
  await closeUnbegun(consumed(), journal, record, agent.callChanged)
  await desk.recover()
  await closeUnasked(journal.page, new Set(desk.pending().map(({ callId }) => callId)), record, agent.callChanged)
  // A press that the end of the program cut off is carried through before anyone can ask.
  await panic.recover()
}
