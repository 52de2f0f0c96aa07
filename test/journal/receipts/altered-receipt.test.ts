// A receipt and the proof of a row whose text was altered and still reads as JSON: the small verifier takes
// them in the one form they were signed in.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import { verify } from '../../../main/journal/receipts/load-verifier.ts'
import { makeReceipt, proveRow } from '../../../main/journal/receipts/receipt.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import { runId } from '../../store/samples.ts'
import { tries } from '../../soak.ts'
import { chained, depsOf, entries, makeSigner } from './fixture.ts'

const texts = { receipt: '', proof: '', other: '' }
let key = ''
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-altered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  const signer = await makeSigner(folder)
  const deps = depsOf(chained(entries), signer)
  const receipt = await makeReceipt(runId(1), deps)
  const [proof, other] = [
    await proveRow(runId(1), 1, [], deps),
    await proveRow(runId(1), 2, [], deps),
  ]
  if (!receipt.ok || !proof.ok || !other.ok) throw new Error('nothing to prove')
  key = fingerprintOf(signer.key)
  texts.receipt = canonicalJson(receipt.value)
  texts.proof = canonicalJson(proof.value)
  texts.other = canonicalJson(other.value)
})

type Alter = (text: string) => string
const KINDS: readonly (readonly [what: string, alter: Alter])[] = [
  ['is printed for people', (text) => JSON.stringify(JSON.parse(text), null, 2)],
  ['has a blank behind a colon', (text) => text.replace(':', ': ')],
  ['has a tab before a comma', (text) => text.replace(',', '\t,')],
  ['begins with a line break', (text) => `\n${text}`],
  ['ends with two line breaks', (text) => `${text}\n\n`],
  ['ends its line as on Windows', (text) => `${text}\r\n`],
  ['begins with a mark of byte order', (text) => `\ufeff${text}`],
  ['has a blank that no parser takes', (text) => text.replace(':', ':\u00a0')],
  ['has its members in another order', (text) => reordered(text)],
  ['says a member twice', (text) => text.replace('{', '{"format":"gatehouse.receipt.1",')],
  ['has a member beside what is signed', (text) => `${text.slice(0, -1)},"zebra":1}`],
  ['has a member called __proto__', (text) => text.replace('{', '{"__proto__":{},')],
  ['has a number with a point', (text) => text.replace(/("rows":\d+)/, '$1.0')],
  ['has a number with an exponent', (text) => text.replace(/("rows":\d+)/, '$1e0')],
  ['has a letter as an escape', (text) => text.replace('"rows"', String.raw`"\u0072ows"`)],
  [
    'has a hash in capitals',
    (text) =>
      text.replace(
        /"root":"([0-9a-f]+)"/,
        (_all, hash: string) => `"root":"${hash.toUpperCase()}"`,
      ),
  ],
  ['has a shorter hash', (text) => text.replace(/("root":"[0-9a-f]+)[0-9a-f]"/, '$1"')],
  ['has a signature without its filling', (text) => text.replace('=="', '"')],
  [
    'has a signature in the alphabet of addresses',
    (text) => text.replaceAll('+', '-').replaceAll('/', '_').replace('=="', '"'),
  ],
  ['has an empty signature', (text) => text.replace(/"signature":"[^"]*"/g, '"signature":""')],
  ['has no signature', (text) => text.replace(/,"signature":"[^"]*"/g, '')],
  [
    'names another format',
    (text) => text.replace(/gatehouse\.(receipt|row)\.1/g, 'gatehouse.$1.2'),
  ],
  ['is within a list', (text) => `[${text}]`],
  ['is there twice', (text) => `${text}\n${text}`],
  ['goes on with a comment', (text) => `${text} // checked`],
  ['is cut off', (text) => text.slice(0, -1)],
  ['has a time that is another', (text) => text.replace(/"madeAt":\d/, '"madeAt":9')],
]

describe.each(['receipt', 'proof'] as const)('a %s', (what) => {
  it('is valid as it is, and with one line break', () => {
    const text = texts[what]
    expect([verify(text, key).kind, verify(`${text}\n`, key).kind]).toEqual(['valid', 'valid'])
  })

  it.each(KINDS)('is refused where it %s', (_kind, alter) => {
    const altered = alter(texts[what])
    expect(altered).not.toBe(texts[what])
    expect(verify(altered, key).kind).toBe('broken')
  })

  it('is refused with any one character changed, taken out or put in', () => {
    const text = texts[what]
    const put = fc.constantFrom('', ' ', '\t', '\n', '0', 'A', '"', ',', '\u00e9')
    fc.assert(
      fc.property(fc.nat(text.length - 1), put, fc.boolean(), (at, letter, over) => {
        const altered = text.slice(0, at) + letter + text.slice(over || letter === '' ? at + 1 : at)
        fc.pre(altered !== text)
        expect(verify(altered, key).kind).toBe('broken')
      }),
      { numRuns: tries(5_000) },
    )
  })
})

it('a proof is refused with the row, the path or the receipt of another', () => {
  const [one, other] = [JSON.parse(texts.proof), JSON.parse(texts.other)] as Record<
    string,
    unknown
  >[]
  for (const member of ['row', 'path', 'index', 'leaf', 'signature'])
    expect([
      member,
      verify(canonicalJson({ ...one, [member]: other?.[member] } as never), key).kind,
    ]).toEqual([member, 'broken'])
})

const reordered = (text: string): string =>
  JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text) as object).toReversed()))
