// What Gatehouse proposes after the third equal approval, and what it never proposes.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Approval } from '../../contract/approval/approval.ts'
import { ApprovalId, LeaseId } from '../../contract/ids.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { suggest, suggestionFor } from '../../main/approvals/suggest.ts'
import { lastingAnswer } from '../../main/approvals/lasting-answer.ts'
import { analyseCommand } from '../../main/command/analyse.ts'
import { verbLength } from '../../main/command/verb-length.ts'
import { proposeScopes } from '../../main/gate/scopes/propose.ts'
import { openPutAway } from '../../main/services/approvals/put-away.ts'
import { openSuggestions } from '../../main/services/approvals/suggestions.ts'
import { makeTemporary } from '../temporary.ts'
import { zoneOf } from '../command/summary.ts'
import { approval as sample, decision } from '../fakes/bridge-data.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'
import { connect, read, to, write } from '../gate/decision-requests.ts'

const roots = { workspace: '/w', home: '/home/p', foldsCase: false }
let next = 0
const approvalOf = (touches: readonly CanonicalTouch[], more: Partial<Approval> = {}): Approval =>
  sample((next += 1), {
    tool: 'exec',
    title: 'Run a command',
    args: {},
    decision: decision('R3', 'confirm', touches, ['Why.']),
    answers: ['once', 'session', 'scope', 'deny-once'],
    proposals: proposeScopes(touches, { workspace: '/w', verbLength }).map((scope) => ({
      ...scope,
      exact: scope.exact === true,
      allows: true,
    })),
    state: 'consumed',
    route: 'person',
    answer: 'once',
    ...more,
  })
const line = async (command: string): Promise<CanonicalTouch> => ({
  kind: 'proc.run',
  command,
  cwd: '/w',
  zone: 'workspace',
  parts: [...(await analyseCommand(command, { cwd: '/w', zoneOf }))],
})
const of = async (commands: readonly string[], more: Partial<Approval> = {}): Promise<Approval[]> =>
  Promise.all(commands.map(async (each) => approvalOf([await line(each)], more)))
const texts = (answered: readonly Approval[]) =>
  suggest(answered, [], roots).map(({ text, times }) => `${text} ${times}`)

describe('after the third equal approval', () => {
  it('the narrowest scope that they share is proposed', async () => {
    expect(texts(await of(['npm test', 'npm test']))).toEqual([])
    expect(texts(await of(['npm test', 'npm test', 'npm test']))).toEqual(['“npm test” 3'])
    expect(texts(await of(['npm test -- "a b"', 'npm test', 'npm test -- -x']))).toEqual([
      '“npm test” with any arguments 3',
    ])
  })

  it('a denial in between begins the count again', async () => {
    const [one, two, three] = await of(['npm test', 'npm test', 'npm test'])
    const no = await of(['npm test'], { state: 'denied', answer: 'deny-once' })
    expect(texts([one, two, ...no, three] as Approval[])).toEqual([])
  })

  it('another caller, folder or tool is counted separately', async () => {
    const [one, two] = await of(['npm test', 'npm test'])
    const other = {
      kind: 'mcp-client',
      name: 'editor',
      session: sample(1, one as Approval).principal.session,
    } as const
    const third = [
      ...(await of(['npm test'], { principal: other })),
      ...(await of(['npm test'], { tool: 'shell' })),
      approvalOf([{ ...(await line('npm test')), cwd: '/w/sub' } as CanonicalTouch]),
    ]
    expect(texts([one, two, ...third] as Approval[])).toEqual([])
  })

  it.each<[what: string, touches: () => Promise<readonly CanonicalTouch[]>]>([
    ['a request', async () => [to('a.example')]],
    ['a command with a host', async () => [await line('npm test'), connect('a.example')]],
    ['a command that goes out', async () => [await line('git fetch')]],
    ['a program that nobody knows', async () => [await line('frob x')]],
    ['a line that only the shell knows', async () => [await line('ls $x')]],
    ['a guarded file', async () => [write('/w/.envrc')]],
    ['a file outside', async () => [write('/etc/a', 'outside')]],
    ['reading outside', async () => [read('/etc/a', 'outside')]],
    [
      'a tool of a server',
      async () => [
        { kind: 'mcp.call', server: 's', tool: 't', trust: 'local', openWorld: false } as const,
      ],
    ],
  ])('nothing is proposed towards %s', async (_, touches) => {
    const list = await touches()
    expect(texts([1, 2, 3, 4].map(() => approvalOf(list)))).toEqual([])
  })

  it('nothing is proposed for R4, nor where the card offered no scope', async () => {
    const touches = [await line('npm test')]
    const grave = { decision: decision('R4', 'confirm', touches, []) }
    expect(texts([1, 2, 3].map(() => approvalOf(touches, grave)))).toEqual([])
    expect(texts([1, 2, 3].map(() => approvalOf(touches, { answers: ['once'] })))).toEqual([])
  })

  it('a suggestion is on the next card of the same scope, and gone once an answer covers it', async () => {
    const answered = await of(['npm test', 'npm test', 'npm test'])
    const [pending] = await of(['npm test'], { state: 'pending', answer: null, route: null })
    if (pending === undefined) throw new Error('no card')
    expect(suggestionFor(pending, suggest(answered, [], roots))).toMatchObject({
      id: pending.id,
      proposal: 0,
      times: 3,
    })
    const given = lastingAnswer(
      pending,
      { answer: 'scope', choice: { proposal: 0, lasts: 'until-revoked' } },
      {
        roots,
        now: () => 0,
        newLeaseId: () => LeaseId.parse('lease_00000001'),
        leftToClient: () => null,
      },
    )
    if (!given.ok || given.value.lease === undefined) throw new Error('no lease')
    expect(suggest(answered, [given.value.lease], roots)).toEqual([])
  })
})

describe('a suggestion', () => {
  let pipeline: PipelineUnderTest
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = makeTemporary('put-away')
    file = join(folder, 'put-away.json')
    pipeline = await openTestPipeline()
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true })
    await pipeline.dispose()
  })
  const approve = async (count: number): Promise<void> => {
    const result = pipeline.call('say', { path: 'src/a' })
    const { id } = await pipeline.held(count)
    await pipeline.approvalQueue.answer(id, { answer: 'once' }, 'window')
    await result
  }
  const open = () =>
    openSuggestions({
      table: pipeline.approvals,
      leases: pipeline.leases,
      lasting: () => ({
        roots,
        now: Date.now,
        newLeaseId: () => LeaseId.parse('lease_00000001'),
        leftToClient: () => null,
      }),
      putAway: openPutAway({
        file,
        sha256: (text) => createHash('sha256').update(text).digest('hex'),
        report: (fault) => expect(fault).toBeUndefined(),
      }),
      record: (entry) => pipeline.deps.journal(entry),
      now: Date.now,
    })

  it('is one press: what was approved three times runs from then on, and the journal says so', async () => {
    for (const count of [1, 2]) await approve(count)
    const suggestions = open()
    expect(suggestions.list()).toEqual([])
    await approve(3)
    const [found] = suggestions.list()
    expect(found).toMatchObject({ text: 'writes of src/a', times: 3, proposal: 0 })
    if (found === undefined) throw new Error('nothing suggested')
    const accepted = await suggestions.accept({ ...found, lasts: 'until-revoked' })
    expect(accepted.ok).toBe(true)
    expect((await pipeline.call('say', { path: 'src/a' })).route).toBe('lease')
    expect(pipeline.rows().find(({ kind }) => kind === 'lease')).toMatchObject({
      text: 'Allows writes of src/a, for main, until you revoke it.',
    })
    expect(suggestions.list()).toEqual([])
  })

  it('cannot be requested where it was not suggested', async () => {
    await approve(1)
    const { id } = await pipeline.held(1)
    const suggestions = open()
    for (const which of [id, ApprovalId.parse('apr_99999999')]) {
      const done = await suggestions.accept({ id: which, proposal: 0, lasts: 'until-revoked' })
      expect(done.ok ? null : done.error.code).toBe('approval.not-suggested')
    }
    expect(pipeline.leases.list()).toEqual([])
  })

  it('that was dismissed comes back only after as many approvals again', async () => {
    for (const count of [1, 2, 3]) await approve(count)
    const suggestions = open()
    const [found] = suggestions.list()
    if (found === undefined) throw new Error('nothing suggested')
    suggestions.dismiss(found)
    for (const count of [4, 5]) await approve(count)
    expect(suggestions.list()).toEqual([])
    // As after a restart.
    expect(open().list()).toEqual([])
    expect(readFileSync(file, 'utf8')).not.toContain('src/a')
    await approve(6)
    expect(suggestions.list()).toMatchObject([{ times: 6 }])
    expect(open().list()).toMatchObject([{ times: 6 }])
  })

  it('that was dismissed is shown once more where the dismissal was not stored', async () => {
    for (const count of [1, 2, 3]) await approve(count)
    const suggestions = open()
    const [found] = suggestions.list()
    if (found === undefined) throw new Error('nothing suggested')
    suggestions.dismiss(found)
    writeFileSync(file, '[["half')
    expect(open().list()).toHaveLength(1)
  })
})
