// Files that are not the export that was signed, whatever they have of it: other bytes that read as the
// same text, several exports in one file, parts that were exchanged between two of one journal.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { SealedRow } from '../../../contract/journal/receipt.ts'
import { verify } from '../../../main/journal/receipts/load-verifier.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import { chained, check, depsOf, entries, exported, makeSigner } from './fixture.ts'

const said = (text: string): JournalEntry => ({ kind: 'fault', text })
const rows = chained([
  ...entries,
  said('Caf\u00e9 \ufffd'),
  said('A number: 1'),
  { kind: 'stopped', host: 'cli' },
])
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-forms-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let [whole, first, last, hidden, key, publicKey] = ['', '', '', '', '', '']
beforeAll(async () => {
  const signer = await makeSigner(folder)
  ;[key, publicKey] = [fingerprintOf(signer.key), signer.key]
  whole = await exported(depsOf(rows, signer))
  first = await exported(depsOf(rows.slice(0, 6), signer))
  last = await exported(depsOf(rows, signer), 'kind:fault')
  hidden = await exported(depsOf(rows, signer), '', ['content'])
})

const linesOf = (text: string): string[] => text.trimEnd().split('\n')
const of = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const swapped = <T>(list: readonly T[], one: number, other: number): T[] =>
  list.map((item, at) => list[at === one ? other : at === other ? one : at] ?? item)
/** The row on a line, changed and written in its one form. */
const changed = (text: string, at: number, change: (row: SealedRow) => void): string =>
  of(
    linesOf(text).map((line, index) => {
      if (index !== at) return line
      const row = JSON.parse(line) as SealedRow
      change(row)
      return canonicalJson(row)
    }),
  )

const forms: readonly (readonly [what: string, form: () => string])[] = [
  ['two exports joined', () => first + last],
  ['the same export twice', () => whole + whole],
  [
    'two exports joined with one seal',
    () => of([...linesOf(first).slice(0, -1), ...linesOf(last)]),
  ],
  [
    'the first part with the seal of the whole',
    () => of([...linesOf(first).slice(0, -1), linesOf(whole).at(-1) ?? '']),
  ],
  [
    'the whole with the seal of its first part',
    () => of([...linesOf(whole).slice(0, -1), linesOf(first).at(-1) ?? '']),
  ],
  ['rows of which two are exchanged', () => of(swapped(linesOf(whole), 2, 3))],
  ['the last two rows exchanged', () => of(swapped(linesOf(whole), 11, 12))],
  [
    'rows in the order of another day',
    () =>
      of([
        linesOf(whole)[0] ?? '',
        ...linesOf(whole).slice(1, -1).toReversed(),
        linesOf(whole).at(-1) ?? '',
      ]),
  ],
  ['a row less in the middle', () => of(linesOf(whole).toSpliced(4, 1))],
  ['its last two rows less', () => of(linesOf(whole).toSpliced(-3, 2))],
  ['a row twice', () => of(linesOf(whole).toSpliced(4, 0, linesOf(whole)[4] ?? ''))],
  ['a blank line in it', () => of(linesOf(whole).toSpliced(4, 0, ''))],
  ['a blank line before it', () => `\n${whole}`],
  ['two line breaks behind it', () => `${whole}\n`],
  ['line breaks of Windows', () => whole.replaceAll('\n', '\r\n')],
  ['a mark of byte order', () => `\ufeff${whole}`],
  ['a NUL behind it', () => `${whole}\0`],
  ['letters that are composed otherwise', () => whole.normalize('NFD')],
  ['a number with a point', () => whole.replace(/\["seq","([0-9a-f]+)",3\]/, '["seq","$1",3.0]')],
  [
    'a number with an exponent',
    () => whole.replace(/\["seq","([0-9a-f]+)",3\]/, '["seq","$1",3e0]'),
  ],
  ['a number as a text', () => whole.replace(/\["seq","([0-9a-f]+)",3\]/, '["seq","$1","3"]')],
  ['a slash as an escape', () => whole.replace('/home', String.raw`\/home`)],
  [
    'a key twice in a row',
    () => of(linesOf(whole).with(2, (linesOf(whole)[2] ?? '').replace('{', '{"leaf":"x",'))),
  ],
  [
    'a member more in a row',
    () => changed(whole, 2, (row) => void Object.assign(row, { note: 'checked' })),
  ],
  [
    'salts of two fields exchanged',
    () =>
      changed(whole, 2, ({ fields: [one, two] }) => {
        if (one === undefined || two === undefined) throw new Error('no fields')
        ;[one[1], two[1]] = [two[1], one[1]]
      }),
  ],
  [
    'commitments of two hidden fields exchanged',
    () =>
      changed(hidden, 2, ({ hidden: [one, two] }) => {
        if (one === undefined || two === undefined) throw new Error('nothing hidden')
        ;[one[1], two[1]] = [two[1], one[1]]
      }),
  ],
  [
    'names of two hidden fields exchanged',
    () =>
      changed(hidden, 2, ({ hidden: [one, ...others] }) => {
        // They lie in the order of their commitments, which chance decides: the first two can have
        // one name, as all arguments do.
        const two = others.find(([name]) => name !== one?.[0])
        if (one === undefined || two === undefined) throw new Error('no two names are hidden')
        ;[one[0], two[0]] = [two[0], one[0]]
      }),
  ],
  [
    'the leaves of two rows exchanged',
    () => {
      const [a, b] = [2, 3].map((at) => (JSON.parse(linesOf(whole)[at] ?? '') as SealedRow).leaf)
      return changed(
        changed(whole, 2, (row) => void (row.leaf = b ?? '')),
        3,
        (row) => void (row.leaf = a ?? ''),
      )
    },
  ],
  [
    'a row shown that the other export hides',
    () => of(linesOf(hidden).with(2, linesOf(whole)[2] ?? '')),
  ],
  [
    'an older format in its first line',
    () => whole.replace('gatehouse.export.1', 'gatehouse.export.0'),
  ],
  ['an older format in its seal', () => whole.replace('gatehouse.seal.1', 'gatehouse.seal.0')],
  [
    'no row, with the seal of an export of some',
    () => of([linesOf(whole)[0] ?? '', linesOf(whole).at(-1) ?? '']),
  ],
  ['its first line alone', () => of(linesOf(whole).slice(0, 1))],
  ['its seal alone', () => of(linesOf(whole).slice(-1))],
  ['its lines in a list', () => `[${linesOf(whole).join(',')}]`],
  ['half of its last letter', () => whole.trimEnd().slice(0, -1)],
]

describe('an export', () => {
  it('is valid as it was signed, and none is made of no rows', async () => {
    expect(
      [whole, first, last, hidden].map((text) => [
        verify(text, key).kind,
        verify(text, publicKey).kind,
        verify(text).kind,
      ]),
    ).toEqual(Array.from({ length: 4 }, () => ['valid', 'valid', 'unnamed']))
    await expect(exported(depsOf(rows, await makeSigner(folder)), 'tool:nothing')).rejects.toThrow(
      'audit.nothing',
    )
  })

  it.each(forms)('that has %s is broken', (_what, form) => {
    const text = form()
    expect([whole, first, last, hidden].map((one) => one.trimEnd())).not.toContain(
      text.endsWith('\n\n') ? text : text.replace(/\n$/, ''),
    )
    expect(verify(text, key).kind).toBe('broken')
  })

  it.each([
    ['of zeros', '0'.repeat(64)],
    [
      'of another letter',
      (print: string) => print.slice(0, -1) + (print.endsWith('0') ? '1' : '0'),
    ],
    ['cut short', (print: string) => print.slice(0, 32)],
    ['with a blank', (print: string) => `${print} `],
    ['that is a blank', ' '],
    ['that is null', 'null'],
  ] as const)('with a key %s is broken', (_what, wrong) => {
    const named = typeof wrong === 'string' ? wrong : wrong(key)
    expect(verify(whole, named).kind).toBe('broken')
  })

  it('is broken with bytes that are no letter in place of the letter for them', async () => {
    const bytes = Buffer.from(whole)
    const at = bytes.indexOf('\ufffd')
    expect(at).toBeGreaterThan(0)
    const other = Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from([0xff]),
      bytes.subarray(at + 3),
    ])
    // Decoded carelessly it is the same text.
    expect(other.toString()).toBe(whole)
    expect([(await check(bytes, key)).code, (await check(other, key)).code]).toEqual([0, 1])
  })
})
