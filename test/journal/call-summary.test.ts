// The rows of one call as one: who, what, what decided, how it ended.
import { expect, it } from 'vitest'
import { ApprovalId } from '../../contract/ids.ts'
import { CallSummary } from '../../contract/journal/call-summary.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import { callSummary } from '../../main/journal/call-summary.ts'
import { approval, callId } from '../fakes/bridge-data.ts'
import { samples } from '../fakes/bridge-samples.ts'

const [held] = samples()
if (held === undefined) throw new Error('no sample')
const id = callId(7)
const who = { principal: held.principal, channel: held.channel, runId: held.runId }
const rowsOf = (...entries: readonly JournalEntry[]): readonly JournalRow[] =>
  entries.map((entry, at) => ({ seq: at + 1, at: 1_000 + at, entry, prev: '', hash: '' }))

const decided: JournalEntry = {
  kind: 'decision',
  callId: id,
  ...who,
  tool: 'exec',
  capability: 'system.run',
  action: null,
  args: held.args,
  requestHash: approval(1, held).requestHash,
  origins: [],
  decision: held.decision,
}
const asked: JournalEntry = {
  kind: 'asked',
  callId: id,
  tool: 'exec',
  approvalId: ApprovalId.parse('apr_00000001'),
  expiresAt: 9_000,
}
const answered: JournalEntry = {
  kind: 'answered',
  callId: id,
  tool: 'exec',
  approvalId: asked.approvalId,
  answer: 'once',
  route: 'person',
  surface: 'window',
}
const outcome: JournalEntry = {
  kind: 'outcome',
  callId: id,
  tool: 'exec',
  status: 'done',
  route: 'person',
  durationMs: 1_200,
  bytes: 3,
  exitCode: 0,
  truncated: false,
  label: 'workspace',
  flags: [],
  touched: [],
  sandbox: null,
  error: null,
}

const whole = {
  callId: id,
  at: 1_000,
  tool: 'exec',
  ...who,
  args: held.args,
  origins: [],
  taint: null,
  decision: held.decision,
  approvalId: asked.approvalId,
  surface: 'window',
  status: 'done',
  route: 'person',
  durationMs: 1_200,
  exitCode: 0,
  error: null,
}

it.each<[string, readonly JournalEntry[], unknown]>([
  ['approved and done', [decided, asked, answered, outcome], whole],
  [
    'still held',
    [decided, asked],
    { ...whole, surface: null, status: null, route: null, durationMs: 0, exitCode: null },
  ],
  [
    'denied by a person, after which nothing more is written',
    [decided, asked, { ...answered, answer: 'deny-once' }],
    { ...whole, status: 'denied', durationMs: 0, exitCode: null },
  ],
  [
    'ended by another way than an answer',
    [decided, asked, { ...answered, answer: 'deny-once', route: 'guard', surface: null }],
    { ...whole, status: 'denied', route: 'guard', surface: null, durationMs: 0, exitCode: null },
  ],
  [
    'denied by policy',
    [{ ...decided, decision: { ...held.decision, effect: 'deny' } }],
    {
      ...whole,
      decision: { ...held.decision, effect: 'deny' },
      approvalId: null,
      status: 'denied',
      route: 'policy',
      surface: null,
      durationMs: 0,
      exitCode: null,
    },
  ],
  [
    'refused before there was anything to decide',
    [
      {
        kind: 'refused',
        callId: id,
        ...who,
        tool: 'nothing',
        error: { code: 'tool.unknown', text: 'There is no tool of that name.' },
      },
    ],
    {
      ...whole,
      tool: 'nothing',
      args: {},
      decision: null,
      approvalId: null,
      surface: null,
      status: 'denied',
      route: 'refused',
      durationMs: 0,
      exitCode: null,
      error: { code: 'tool.unknown', text: 'There is no tool of that name.' },
    },
  ],
])('sums up a call that is %s', (_name, entries, want) => {
  const summary = callSummary(id, rowsOf(...entries))
  expect(summary).toEqual(want)
  expect(CallSummary.parse(summary)).toEqual(summary)
})

it('has no summary for a call without rows', () => {
  expect(callSummary(id, [])).toBeNull()
})
