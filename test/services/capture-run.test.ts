// A run as a capsule, and two of them compared.
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Capsule } from '../../contract/agent/capsule.ts'
import { compareCapsules } from '../../contract/agent/compare-capsules.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Content } from '../../contract/call/content.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { JsonObject } from '../../contract/json.ts'
import { capsuleFault } from '../../main/journal/receipts/capsule-signature.ts'
import { openCapsulePictures } from '../../main/services/runs/capsule-pictures.ts'
import { makeReceipt } from '../../main/journal/receipts/receipt.ts'
import { captureRun } from '../../main/services/runs/capture-run.ts'
import { workspaceSnapshot } from '../../main/services/runs/workspace-snapshot.ts'
import { recordedRun } from '../../main/services/runs/replay/recorded-run.ts'
import { chained, depsOf, entries, makeSigner } from '../journal/receipts/fixture.ts'
import { ok } from '../../contract/result.ts'
import { callId, callItem, run, runId } from '../store/samples.ts'

const items: readonly RunItem[] = [
  { kind: 'user', id: 1, at: 1, text: 'Read the notes; the password is hunter2.' },
  { kind: 'assistant', id: 2, at: 2, text: 'I look.', streaming: false },
  callItem(3, callId(1)),
  { kind: 'assistant', id: 4, at: 6, text: 'Done.', streaming: false },
]
const redact = async (value: JsonObject): Promise<JsonObject> =>
  JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')) as JsonObject

async function capsule(from: readonly RunItem[] = items): Promise<Capsule> {
  const rows = chained(entries)
  const signer = await makeSigner()
  const deps = depsOf(rows, signer)
  const runs = { tree: [run(1)], items: () => from }
  const captured = await captureRun(run(1), runs, {
    signer: async () => ok(signer),
    version: '0',
    ofCall: (id) => rows.filter(({ entry }) => 'callId' in entry && entry.callId === id),
    receipt: (id) => makeReceipt(id, deps),
    config: () => ({ preset: 'ask', note: 'hunter2' }),
    snapshot: async () => ({ root: '/work', files: [], skipped: [] }),
    redact,
    now: () => 9,
  })
  if (!captured.ok) throw new Error(captured.error.text)
  return Capsule.parse(captured.value)
}

describe('a captured run', () => {
  it('holds what was said, asked for, decided and given, and no secret', async () => {
    const found = await capsule()
    expect(found.events.map(({ kind, turn }) => `${turn} ${kind}`)).toEqual([
      '0 run_start',
      '0 user_message',
      '1 provider_response',
      '1 tool_request',
      '1 policy_decision',
      '2 provider_response',
      '2 run_end',
    ])
    expect([found.run, found.receipts.map(({ rows }) => rows), found.policyHashes.length]).toEqual([
      runId(1),
      [7],
      1,
    ])
    expect(JSON.stringify(found)).not.toContain('hunter2')
    const played = recordedRun(found, run(1))
    expect([played.nextMessage(), played.nextMessage()]).toEqual([
      { text: 'Read the notes; the password is [secret].', attached: [], by: 'person', turn: 0 },
      null,
    ])
    expect([played.nextAnswer(), played.nextAnswer(), played.nextAnswer()]).toMatchObject([
      { text: 'I look.', calls: [{ id: 'toolu_1', name: 'read_file', args: { path: 'a.txt' } }] },
      { text: 'Done.', calls: [] },
      null,
    ])
    expect(played.isOver()).toBe(true)
  })

  it('is the same as itself, and says what differs first from another one', async () => {
    const one = await capsule()
    const other = async (change: (at: number) => Partial<RunItem>, at: number) =>
      compareCapsules(
        one,
        await capsule(
          items.map((item, i) => (i === at ? ({ ...item, ...change(i) } as RunItem) : item)),
        ),
      )
    expect([
      compareCapsules(one, one),
      await other(() => ({ text: 'I read.' }), 1),
      await other(() => ({ args: { path: 'b.txt' } }), 2),
      compareCapsules(one, await capsule(items.slice(0, 3))),
      compareCapsules(await capsule(items.slice(0, 3)), one),
    ]).toMatchObject([
      { equal: true, left: 7, right: 7, first: null },
      {
        first: {
          kind: 'provider_response',
          turn: 1,
          path: 'text',
          left: 'I look.',
          right: 'I read.',
        },
      },
      { first: { kind: 'provider_response', turn: 1, path: 'calls.0.args.path', right: 'b.txt' } },
      { equal: false, first: { kind: 'provider_response', turn: 2, path: '', right: null } },
      { equal: false, first: { kind: 'run_end', turn: 1, path: '', right: null } },
    ])
  })
})

const picture = Buffer.from('\x89PNG one')
const withPictures = (...parts: readonly Content[]): readonly RunItem[] => {
  const item = callItem(3, callId(1))
  if (item.kind !== 'call') throw new Error('no call')
  const result: CallResult = {
    requestId: callId(1),
    ok: true,
    status: 'done',
    route: 'policy',
    decision: null,
    text: 'Drawn.',
    data: null,
    stdout: '',
    stderr: '',
    exitCode: null,
    truncated: false,
    content: [...parts],
    durationMs: 1,
    label: 'workspace',
    flags: [],
    error: null,
  }
  return items.map((one) =>
    one.id === 3 ? { ...item, state: { kind: 'ended' as const, result } } : one,
  )
}
const image = (bytes: Buffer): Content => ({
  kind: 'image',
  mimeType: 'image/png',
  data: bytes.toString('base64'),
})
const refsIn = ({ events }: Capsule) =>
  events.flatMap(({ kind, payload }) => (kind === 'tool_response' ? [payload['pictures']] : []))

describe('pictures of a captured run', () => {
  it('are in it once, by their hash, and another one is a difference', async () => {
    const one = await capsule(withPictures(image(picture), image(picture)))
    const sha256 = hash('sha256', picture)
    const ref = { kind: 'image', mimeType: 'image/png', bytes: picture.length, sha256 }
    expect([one.pictures, refsIn(one), capsuleFault(one)]).toEqual([
      { [sha256]: picture.toString('base64') },
      [[ref, ref]],
      null,
    ])
    const other = await capsule(withPictures(image(picture), image(Buffer.from('\x89PNG two'))))
    expect(compareCapsules(one, other).first).toMatchObject({ path: 'pictures.1.sha256' })
    expect((await capsule()).pictures).toBe(undefined)
  })

  it('and files with a secret are left out with their hash', async () => {
    const secret = Buffer.from('the password is hunter2')
    const one = await capsule(
      withPictures(
        { kind: 'blob', uri: 'file:///a', mimeType: null, data: secret.toString('base64') },
        image(picture),
      ),
    )
    expect(refsIn(one)).toMatchObject([[{ kind: 'blob', sha256: null }, { kind: 'image' }]])
    expect(Object.keys(one.pictures ?? {})).toEqual([hash('sha256', picture)])
    expect(JSON.stringify(one)).not.toContain(hash('sha256', secret))
  })

  it('for which there is no room are named alone', async () => {
    const held = openCapsulePictures(20)
    const [small, large] = [Buffer.from('small'), Buffer.alloc(100)]
    held.of([image(large), image(small)])
    const { pictures } = await held.kept(redact)
    expect(Object.keys(pictures)).toEqual([hash('sha256', small)])
  })
})

const other = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

describe('a captured run is not believed', () => {
  it.each<[string, (capsule: Capsule, second: Capsule) => Capsule]>([
    ['with another answer of the model', (one) => withPayload(one, 2, { text: 'Deleted.' })],
    ['with another decision', (one) => withPayload(one, 4, { effect: 'allow' })],
    ['with another argument', (one) => withPayload(one, 3, { args: { path: '/etc/passwd' } })],
    ['with an event less', (one) => ({ ...one, events: one.events.slice(0, -1) })],
    ['with events in another order', (one) => ({ ...one, events: one.events.toReversed() })],
    ['with another time', (one) => ({ ...one, madeAt: one.madeAt + 1 })],
    ['with other settings', (one) => ({ ...one, config: { preset: 'careful' } })],
    [
      'with another file of the workspace',
      (one) => ({
        ...one,
        workspace: { ...one.workspace, files: [{ path: 'a', size: 1, sha256: '0'.repeat(64) }] },
      }),
    ],
    [
      'with another model',
      (one) => ({ ...one, runs: one.runs.map((each) => ({ ...each, model: 'x' })) }),
    ],
    ['without its receipt', (one) => ({ ...one, receipts: [] })],
    ['with the receipt of another', (one, second) => ({ ...one, receipts: second.receipts })],
    [
      'with a receipt of another root',
      (one) => ({
        ...one,
        receipts: one.receipts.map((each) => ({ ...each, root: other(each.root) })),
      }),
    ],
    ['without its pictures', ({ pictures: _pictures, ...one }) => one],
    [
      'with another picture under the same hash',
      (one) => ({
        ...one,
        pictures: Object.fromEntries(Object.keys(one.pictures ?? {}).map((key) => [key, 'AAAA'])),
      }),
    ],
    [
      'with a picture more',
      (one) => ({ ...one, pictures: { ...one.pictures, ['0'.repeat(64)]: 'AAAA' } }),
    ],
    ['with the key of another', (one, second) => ({ ...one, key: second.key })],
    ['with the signature of another', (one, second) => ({ ...one, signature: second.signature })],
    [
      'with the key and the signature of another',
      (one, { key, signature }) => ({ ...one, key, signature }),
    ],
    ['without a signature', (one) => ({ ...one, signature: '' })],
    ['with a key that is none', (one) => ({ ...one, key: 'AAAA' })],
  ])('%s', async (_what, tamper) => {
    const [one, second] = [await capsule(withPictures(image(picture))), await capsule()]
    expect(capsuleFault(one)).toBe(null)
    expect(capsuleFault(tamper(one, second))).toMatch(/does not fit|was changed/)
  })

  it('by another key than the one that was named', async () => {
    const [one, second] = [await capsule(), await capsule()]
    expect(capsuleFault(one, second.key)).toMatch(/^another key signed it/)
  })

  it('with a picture that its own key signed under another hash', async () => {
    const signer = await makeSigner()
    const { signature: _signature, ...body } = await capsule(withPictures(image(picture)))
    const changed = { ...body, key: signer.key, pictures: { ['0'.repeat(64)]: 'AAAA' } }
    const signed = { ...changed, signature: signer.sign(canonicalJson(changed)) }
    expect(capsuleFault(signed)).toMatch(/^a picture in it is not the one of the hash 0/)
  })
})

const withPayload = (of: Capsule, at: number, payload: JsonObject): Capsule => ({
  ...of,
  events: of.events.map((event, index) =>
    index === at ? { ...event, payload: { ...event.payload, ...payload } } : event,
  ),
})

describe('the files of a workspace', () => {
  it('are listed by their hashes, and what is large, linked, secret or made again is only named', async () => {
    const root = mkdtempSync(join(tmpdir(), 'gatehouse-snapshot-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    for (const folder of ['src', '.git']) mkdirSync(join(root, folder))
    writeFileSync(join(root, 'src', 'a.txt'), 'a')
    writeFileSync(join(root, '.git', 'config'), 'x')
    writeFileSync(join(root, '.env'), 'KEY=1')
    writeFileSync(join(root, 'large.bin'), 'x'.repeat(20))
    symlinkSync('/etc/hosts', join(root, 'link'))
    expect(await workspaceSnapshot(root, { files: 5, bytes: 10 })).toEqual({
      root,
      files: [
        {
          path: 'src/a.txt',
          size: 1,
          sha256: 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb',
        },
      ],
      skipped: [
        { path: '.env', why: 'may hold secrets' },
        { path: '.git', why: 'can be made again' },
        { path: 'large.bin', why: '20 bytes' },
        { path: 'link', why: 'no ordinary file' },
      ],
    })
    expect((await workspaceSnapshot(root, { files: 0, bytes: 10 })).skipped).toEqual([
      { path: '.env', why: 'more than 0 files' },
    ])
  })
})
