// Files that are given out as capsules: cut, changed, of another version, or made to read as something
// else than was signed. Each is refused in one sentence, and none is believed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { Capsule } from '../../contract/agent/capsule.ts'
import { canonicalJson } from '../../contract/json.ts'
import { ok } from '../../contract/result.ts'
import { readCapsule } from '../../main/host/cli/runs/read-capsule.ts'
import { makeReceipt } from '../../main/journal/receipts/receipt.ts'
import { captureRun } from '../../main/services/runs/capture-run.ts'
import { chained, depsOf, entries, makeSigner } from '../journal/receipts/fixture.ts'
import { callId, callItem, run } from '../store/samples.ts'

type Signer = Awaited<ReturnType<typeof makeSigner>>
type Signed = { readonly text: string; readonly signer: Signer }

async function captured(args = { path: 'a.txt' }): Promise<Signed> {
  const rows = chained(entries)
  const signer = await makeSigner()
  const call = callItem(3, callId(1))
  if (call.kind !== 'call') throw new Error('The sample is no call.')
  const items = [
    { kind: 'user', id: 1, at: 1, text: 'Read the notes.' } as const,
    { kind: 'assistant', id: 2, at: 2, text: 'I look.', streaming: false } as const,
    { ...call, args },
    { kind: 'assistant', id: 4, at: 6, text: 'Done.', streaming: false } as const,
  ]
  const found = await captureRun(
    run(1),
    { tree: [run(1)], items: () => items },
    {
      signer: async () => ok(signer),
      version: '0',
      ofCall: (id) => rows.filter(({ entry }) => 'callId' in entry && entry.callId === id),
      receipt: (id) => makeReceipt(id, depsOf(rows, signer)),
      config: () => ({ preset: 'ask' }),
      snapshot: async () => ({ root: '/work', files: [], skipped: [] }),
      redact: async (value) => value,
      now: () => 9,
    },
  )
  if (!found.ok) throw new Error(found.error.text)
  return { text: JSON.stringify(found.value), signer }
}

let one: Signed
let other: Signed
beforeEach(async () => {
  one ??= await captured()
  other ??= await captured({ path: 'b.txt' })
})

async function read(text: string | Buffer, key?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-capsule-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'capsule.json')
  writeFileSync(file, text)
  return readCapsule(file, key)
}

const changed = (change: (value: Record<string, unknown>) => void, signer?: Signer): string => {
  const value = JSON.parse(one.text) as Record<string, unknown>
  change(value)
  if (signer === undefined) return JSON.stringify(value)
  const { signature: _signature, ...body } = value
  return JSON.stringify({ ...body, signature: signer.sign(canonicalJson(body)) })
}
const put = (from: string, to: string) => (): string => {
  expect(one.text).toContain(from)
  return one.text.replace(from, to)
}
const version = /capsule\.version/
const tampered = /capsule\.tampered/
const unreadable = /^capsule\.unreadable /
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

it('a capsule as it was made is read, with its key named and without', async () => {
  expect(await read(one.text)).toEqual({ ok: true, value: Capsule.parse(JSON.parse(one.text)) })
  expect((await read(one.text, one.signer.key)).ok).toBe(true)
  expect((await read(JSON.stringify(JSON.parse(one.text), null, 2))).ok).toBe(true)
})

it('a call whose arguments have the name __proto__ is kept and believed, and sets nothing', async () => {
  const args = JSON.parse('{"path":"a.txt","__proto__":{"polluted":true}}') as { path: string }
  const { text } = await captured(args)
  const found = await read(text)
  expect(found.ok).toBe(true)
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

it.each<[string, RegExp, () => string | Buffer]>([
  ['nothing', unreadable, () => ''],
  ['cut in the middle', unreadable, () => one.text.slice(0, one.text.length / 2)],
  ['cut by its last letter', unreadable, () => one.text.slice(0, -1)],
  ['two of them', unreadable, () => `${one.text}\n${one.text}`],
  ['bytes that are no text', unreadable, () => Buffer.from([0xff, 0xfe, 0x00, 0x7b, 0x80])],
  ['a list', unreadable, () => `[${one.text}]`],
  ['null', unreadable, () => 'null'],
  ['lists in lists, 200,000 deep', unreadable, () => deep],
  [
    'the same inside of an event',
    unreadable,
    () => one.text.replace('"payload":{', `"payload":{"x":${deep},`),
  ],
  ['of the version before', version, put('capsule.2', 'capsule.1')],
  ['of the version after', version, put('capsule.2', 'capsule.3')],
  ['of a version far away', version, put('capsule.2', 'capsule.20')],
  ['of a version that is no number', unreadable, put('capsule.2', 'capsule.two')],
  ['of another format', unreadable, put('gatehouse.capsule.2', 'other.capsule.2')],
  [
    'with the call of another run',
    tampered,
    () => changed((value) => (value['events'] = JSON.parse(other.text).events as unknown)),
  ],
  [
    'with the receipt of another run',
    tampered,
    () =>
      changed(
        (value) => (value['receipts'] = JSON.parse(other.text).receipts as unknown),
        other.signer,
      ),
  ],
  ['with another answer of the model', tampered, put('Done.', 'Gone.')],
  [
    'with another decision',
    tampered,
    () => one.text.replace(/"effect":"[a-z]+"/, '"effect":"observe"'),
  ],
  [
    'with a word twice, the last as it was signed',
    tampered,
    () => one.text.replace('"madeAt":9', '"madeAt":8,"madeAt":9'),
  ],
  [
    'with it twice in an event, once in other letters',
    tampered,
    () => one.text.replace('"text":"Done."', String.raw`"te\u0078t":"Gone.","text":"Done."`),
  ],
  [
    'with a word twice in a receipt of it',
    tampered,
    () => one.text.replace('"leaves":[', '"leaves":[],"leaves":['),
  ],
  ['with an event less', tampered, () => changed((value) => (value['events'] as unknown[]).pop())],
  [
    'with its events the other way round',
    tampered,
    () => changed((value) => (value['events'] as unknown[]).reverse()),
  ],
  ['with a time too large for a whole number', unreadable, put('"madeAt":9', '"madeAt":1e400')],
  [
    'with a time that is rounded when it is read',
    unreadable,
    put('"madeAt":9', '"madeAt":9.0000000000000000001e30'),
  ],
  ['with a negative index', unreadable, put('"index":0', '"index":-1')],
  [
    'with a word twice, the first as it was signed',
    tampered,
    put('"version":"0"', '"version":"0","version":"9"'),
  ],
  ['with a word more', unreadable, put('"version":"0"', '"version":"0","extra":1')],
  [
    'with __proto__ beside its words',
    unreadable,
    put('"version":"0"', '"version":"0","__proto__":{"madeAt":1}'),
  ],
  [
    'with __proto__ in an event',
    tampered,
    () => one.text.replace('"payload":{', '"payload":{"__proto__":{"x":1},'),
  ],
  [
    'with __proto__ in its configuration',
    tampered,
    put('"preset":"ask"', '"preset":"ask","__proto__":{"preset":"open"}'),
  ],
  [
    'with the key of another',
    tampered,
    () => changed((value) => (value['key'] = other.signer.key)),
  ],
  ['signed by a key that is not its own', tampered, () => changed(() => {}, other.signer)],
  ['without a signature', tampered, () => changed((value) => (value['signature'] = ''))],
])('%s is refused', async (_name, wanted, make) => {
  const found = await read(make())
  const said = found.ok ? 'read' : `${found.error.code} ${found.error.text}`
  expect(said).toMatch(wanted)
  expect(said.length).toBeLessThan(400)
})

it('by another key than the one that is named, no matter whose', async () => {
  const signed = changed((value) => (value['key'] = other.signer.key), other.signer)
  expect((await read(signed, one.signer.key)).ok).toBe(false)
})
