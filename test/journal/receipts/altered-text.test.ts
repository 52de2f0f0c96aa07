// An export whose text was altered and still reads as JSON, and each single character of it: the small
// verifier takes the file in the one form it was signed in.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../../main/journal/receipts/load-verifier.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import { tries } from '../../soak.ts'
import { chained, depsOf, entries, exported, makeSigner } from './fixture.ts'

const rows = chained(entries)
let [text, hidden, key] = ['', '', '']
const lastLine = (change: (line: string) => string): string => {
  const lines = text.trimEnd().split('\n')
  return `${[...lines.slice(0, -1), change(lines.at(-1) ?? '')].join('\n')}\n`
}
/** The next one of the alphabet, so that the last letter of a signature keeps the bits that count. */
const next = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) + 1)

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-altered-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  const signer = await makeSigner(folder)
  key = fingerprintOf(signer.key)
  text = await exported(depsOf(rows, signer))
  hidden = await exported(depsOf(rows, signer), '', ['content'])
})

describe('the text of an export', () => {
  it('is valid as it is, with and without its last line break', () => {
    expect([text, text.trimEnd(), hidden].map((each) => verify(each, key).kind)).toEqual([
      'valid',
      'valid',
      'valid',
    ])
  })

  it.each<readonly [what: string, alter: () => string]>([
    [
      'has a member beside the seal',
      () => lastLine((line) => `{"note":"checked",${line.slice(1)}`),
    ],
    ['has a member behind the signature', () => lastLine((line) => `${line.slice(0, -1)},"z":1}`)],
    ['has the seal twice', () => lastLine((line) => line.replace('{', '{"seal":{},'))],
    [
      'has an older seal in its last line',
      () => lastLine(() => hidden.trimEnd().split('\n').at(-1) ?? ''),
    ],
    ['has a blank in its last line', () => lastLine((line) => line.replace(':', ': '))],
    [
      'has bits in the signature that mean nothing',
      () =>
        lastLine((line) => line.replace(/(.)=="/, (_all, letter: string) => `${next(letter)}=="`)),
    ],
    ['has a signature without its filling', () => lastLine((line) => line.replace('=="', '"'))],
    [
      'has a signature with a letter of no alphabet',
      () => lastLine((line) => line.replace('=="', '==!"')),
    ],
    [
      'has a number in another form',
      () => lastLine((line) => line.replace('"rows":9', '"rows":9.0')),
    ],
    [
      'has a number with an exponent',
      () => lastLine((line) => line.replace('"rows":9', '"rows":9e0')),
    ],
    ['has a letter as an escape', () => text.replace('"started"', String.raw`"\u0073tarted"`)],
    ['has a letter in another composition', () => text.replace('done', 'done\u0301')],
    ['has a look-alike for a quotation mark', () => text.replace('\u201c', '\u201f')],
    ['has a member called __proto__', () => text.replace('{"fields"', '{"__proto__":{},"fields"')],
    ['has its lines ended as on Windows', () => text.replaceAll('\n', '\r\n')],
    ['begins with a mark of byte order', () => `\ufeff${text}`],
    ['goes on after the seal', () => `${text}{"more":true}\n`],
    ['goes on with a line break', () => `${text}\n`],
    ['goes on with a zero', () => `${text}\0`],
    ['is two exports in one file', () => text + hidden],
    [
      'is the rows of one and the seal of the other',
      () =>
        [...text.trimEnd().split('\n').slice(0, -1), hidden.trimEnd().split('\n').at(-1)].join(
          '\n',
        ),
    ],
    ['names another hash', () => text.replaceAll('"hash"', '"sha1"')],
    ['names another format', () => text.replace('gatehouse.export.1', 'gatehouse.export.2')],
  ])('is refused where it %s', (_what, alter) => {
    const altered = alter()
    expect(altered).not.toBe(text)
    expect(verify(altered, key).kind).toBe('broken')
  })

  it('is refused with any one character changed, taken out or put in', () => {
    const put = fc.constantFrom('', ' ', '0', 'A', '"', ',', '\n', '\u00e9')
    fc.assert(
      fc.property(fc.nat(), put, fc.boolean(), fc.boolean(), (at, letter, over, inSeal) => {
        const from = inSeal ? text.trimEnd().lastIndexOf('\n') + 1 : 0
        // The line break at the end may be there or not.
        const position = from + (at % (text.length - 1 - from))
        const altered =
          text.slice(0, position) +
          letter +
          text.slice(over || letter === '' ? position + 1 : position)
        fc.pre(altered !== text)
        expect([altered.slice(position - 20, position + 20), verify(altered, key).kind]).toEqual([
          altered.slice(position - 20, position + 20),
          'broken',
        ])
      }),
      { numRuns: tries(20_000) },
    )
  })
})
