// Whole domain values for tests of what is kept on disk. Every sample can be changed in the parts a
// test is about.
import { Approval } from '../../contract/approval/approval.ts'
import { CallId, RunId, type SessionId } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { Lease } from '../../contract/approval/lease.ts'
import { Run, type RunItem } from '../../contract/agent/run.ts'

const padded = (number: number): string => String(number).padStart(10, '0')
export const callId = (number: number): CallId => CallId.parse(`call_${padded(number)}`)
export const runId = (number: number): RunId => RunId.parse(`run_${padded(number)}`)

const decision = {
  effect: 'confirm',
  tier: 'R3',
  baseTier: 'R3',
  reasons: [{ code: 'tier.base', text: 'Running a command is R3.' }],
  by: { kind: 'tier', id: 'R3' },
  touches: [{ kind: 'proc.run', command: 'make test', cwd: '/w', zone: 'workspace' }],
  stepUp: false,
  policyHash: 'cd'.repeat(32),
} as const

export const approval = (number: number, changes: Partial<Approval> = {}): Approval => ({
  ...Approval.parse({
    id: `apr_${padded(number)}`,
    callId: callId(number),
    runId: null,
    createdAt: 1000 + number,
    expiresAt: 601_000,
    principal: { kind: 'cli', name: 'ada', session: 'ses_0000000001' },
    channel: 'cli',
    tool: 'exec',
    title: 'Run a command',
    action: null,
    decision,
    args: { command: 'make test', env: { TOKEN: '[secret]' } },
    origins: [{ pointer: '/command', origin: { kind: 'person' } }],
    taint: { privateRead: [], untrustedRead: [] },
    previews: [{ path: 'a.txt', before: null, after: 'now\n' }],
    requestHash: 'ab'.repeat(32),
    definitionHash: 'ef'.repeat(32),
    policyHash: 'cd'.repeat(32),
    fileHashes: { 'a.txt': null, 'b.txt': '12'.repeat(32) },
    answers: ['once', 'session', 'deny-once'],
    state: 'pending',
    answeredAt: null,
    answeredOn: null,
    answer: null,
  }),
  ...changes,
})

export const lease = (number: number, session: SessionId, changes: Partial<Lease> = {}): Lease => ({
  ...Lease.parse({
    id: `lease_${padded(number)}`,
    createdAt: 1000 + number,
    approvalId: `apr_${padded(number)}`,
    session,
    tool: 'exec',
    action: null,
    touches: decision.touches,
    uses: 0,
    revokedAt: null,
  }),
  ...changes,
})

export const run = (number: number, changes: Partial<Run> = {}): Run => ({
  ...Run.parse({
    id: runId(number),
    session: 'ses_0000000001',
    title: 'Tidy the notes',
    agent: 'Gatehouse',
    model: 'manual',
    state: 'idle',
    createdAt: 1000,
    updatedAt: 1000 + number,
    steps: 3,
    tokensIn: 12,
    tokensOut: 34,
  }),
  ...changes,
})

export const callItem = (id: number, call: CallId): RunItem => ({
  kind: 'call',
  id,
  at: 5,
  callId: call,
  modelCallId: 'toolu_1',
  tool: 'read_file',
  args: { path: 'a.txt' },
  state: { kind: 'deciding' },
})

export const decided = (
  call: CallId,
  changes: Partial<Extract<JournalEntry, { kind: 'decision' }>> = {},
): JournalEntry => {
  const { principal, channel, requestHash, origins, args } = approval(1)
  return {
    kind: 'decision',
    callId: call,
    principal,
    channel,
    runId: null,
    tool: 'exec',
    capability: 'system.run',
    action: null,
    args,
    requestHash,
    origins,
    decision: approval(1).decision,
    ...changes,
  }
}

export const running = (call: CallId): JournalEntry => ({
  kind: 'running',
  callId: call,
  tool: 'exec',
  route: 'person',
})

export const outcome = (call: CallId): JournalEntry => ({
  kind: 'outcome',
  callId: call,
  tool: 'exec',
  status: 'done',
  route: 'person',
  durationMs: 12.5,
  bytes: 3,
  exitCode: 0,
  truncated: false,
  label: 'workspace',
  flags: [],
  touched: [],
  sandbox: 'bubblewrap',
  error: null,
})
