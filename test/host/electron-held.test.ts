import { describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import {
  ApprovalId,
  CallId,
  DefinitionHash,
  PolicyHash,
  RequestHash,
  SessionId,
} from '../../contract/ids.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { followHeld } from '../../main/host/electron/held.ts'
import { fakeApp } from '../fakes/app.ts'

const hash = 'a'.repeat(64)

const approval = (n: number): Approval => ({
  id: ApprovalId.parse(`apr_0000000${n}`),
  callId: CallId.parse(`call_0000000${n}`),
  runId: null,
  createdAt: 1,
  expiresAt: 2,
  principal: { kind: 'cli', name: 'command line', session: SessionId.parse('ses_00000001') },
  channel: 'cli',
  tool: 'exec',
  title: 'Run a command',
  action: null,
  decision: {
    effect: 'confirm',
    tier: 'R3',
    baseTier: 'R3',
    reasons: [],
    by: { kind: 'tier', id: 'R3' },
    touches: [],
    stepUp: false,
    policyHash: PolicyHash.parse(hash),
  },
  args: {},
  origins: [],
  taint: { privateRead: [], untrustedRead: [] },
  previews: [],
  requestHash: RequestHash.parse(hash),
  definitionHash: DefinitionHash.parse(hash),
  policyHash: PolicyHash.parse(hash),
  fileHashes: {},
  answers: ['once', 'deny-once'],
  proposals: [],
  durations: [],
  route: null,
  word: null,
  edited: null,
  undo: null,
  again: null,
  rehearsal: null,
  staged: null,
  review: null,
  cut: null,
  untried: null,
  state: 'pending',
  answeredAt: null,
  answeredOn: null,
  answer: null,
})

const finished = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the held calls of the desktop', () => {
  it('begins with those that were held before, and announces no new one', async () => {
    const app = fakeApp({ 'approvals.list': () => ok([approval(1), approval(2)]) })
    const held = followHeld(app)
    const opened: Approval[] = []
    held.onOpened((one) => opened.push(one))
    await finished()
    expect([held.count(), opened]).toEqual([2, []])
    expect(app.calls).toEqual([
      {
        channel: 'approvals.list',
        input: { states: ['pending'], limit: 200 },
        caller: { surface: 'window' },
      },
    ])
  })

  it('counts up and down with the events, each call once', async () => {
    const app = fakeApp({ 'approvals.list': () => ok([approval(1)]) })
    const held = followHeld(app)
    await finished()
    const counts: number[] = []
    held.onChange(() => counts.push(held.count()))
    app.send({ kind: 'approval-opened', approval: approval(1) })
    app.send({ kind: 'approval-opened', approval: approval(2) })
    app.send({ kind: 'journal-grew', seq: 1, rows: 1 })
    app.send({ kind: 'approval-closed', approval: approval(1) })
    app.send({ kind: 'approval-closed', approval: approval(2) })
    expect(counts).toEqual([1, 2, 1, 0])
  })

  it('does not bring back a call that was answered while the list was being read', async () => {
    let answer: () => void = () => undefined
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const app = fakeApp({
      'approvals.list': () => asked.then(() => ok([approval(1), approval(2)])),
    })
    const held = followHeld(app)
    app.send({ kind: 'approval-closed', approval: approval(1) })
    answer()
    await expect.poll(() => held.count()).toBe(1)
  })

  it('counts none where the list cannot be had, and goes on with the events', async () => {
    const app = fakeApp({ 'approvals.list': () => err(failure('ipc.fault', 'No.')) })
    const held = followHeld(app)
    await finished()
    app.send({ kind: 'approval-opened', approval: approval(1) })
    expect(held.count()).toBe(1)
    held.dispose()
    expect(app.listeners()).toBe(0)
  })
})
