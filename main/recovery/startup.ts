// The first rows of a start, and what an earlier process left behind, closed before anyone can ask
// for more.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { CallId, PolicyHash } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import type { Result } from '../../contract/result.ts'
import type { Agent } from '../agent/prompt/agent-port.ts'
import type { ApprovalQueue } from '../approvals/approval-queue-deps.ts'
import type { Journal } from '../journal/journal.ts'
import type { When } from '../journal/row-writer.ts'
import type { ConfigStore } from '../config/config.ts'
import type { CommitEnd } from '../undo/staged/commit-end.ts'
import type { Undo } from '../undo/undo.ts'
import { closeDecisions } from './close-decisions.ts'
import { unfinishedAnswersSince } from './unfinished-answers.ts'
import { closeAnswered, closeUnfinished, type AnsweredDeps } from './crash-recovery.ts'

export type StartupDeps = {
  readonly host: string
  readonly version: string
  readonly config: ConfigStore
  readonly policyHash: PolicyHash
  readonly journal: Journal
  readonly record: (entry: JournalEntry, when?: When) => Promise<Result<JournalRow, Failure>>
  readonly agent: Agent
  readonly approvalQueue: ApprovalQueue
  readonly undo: Pick<Undo, 'recover' | 'recoverStaged' | 'forget'>
  readonly emergencyStop: { recover(): Promise<void> }
  /** What ended at this moment (epoch ms) or later. */
  readonly answeredSince: (at: number) => readonly Approval[]
  readonly stored: AnsweredDeps['stored']
  /** Those that wait for a person, also where their questions cannot be read. */
  readonly heldCalls: () => ReadonlySet<CallId>
  /** Since when everything is stopped; null while calls may run. */
  readonly stoppedAt: number | null
  /** The asker of this call has not heard of its end. */
  readonly ended: (approval: Approval, result: CallResult) => void
}

const commitsOf = (
  commits: Awaited<ReturnType<Undo['recoverStaged']>>,
): ReadonlyMap<CallId, CommitEnd> => new Map(commits.map(({ callId, end }) => [callId, end]))

export async function recordStartup({
  host,
  version,
  config,
  policyHash,
  journal,
  record,
  agent,
  approvalQueue,
  undo,
  emergencyStop,
  answeredSince,
  heldCalls,
  stored,
  stoppedAt,
  ended,
}: StartupDeps): Promise<void> {
  const problem = config.problem()
  await record({ kind: 'started', version, host })
  await record({
    kind: 'policy',
    change: problem === null ? 'loaded' : 'rejected',
    policyHash,
    text: problem?.text ?? '',
  })
  await undo.recover()
  const commits = await undo.recoverStaged([...heldCalls()])
  await agent.recover()
  await closeUnfinished(journal, record, agent.callChanged, commitsOf(commits))
  for (const { callId } of commits) await undo.forget(callId)
  const answered = answeredSince(await unfinishedAnswersSince(journal.page))
  await closeAnswered(answered, { journal, record, stored, stoppedAt, ended })
  await approvalQueue.recover()
  await closeDecisions(journal.page, heldCalls(), record, agent.callChanged)
  // A press that the end of the program cut off is carried through before anyone can ask.
  await emergencyStop.recover()
}
