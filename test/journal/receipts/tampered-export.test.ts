// Every kind of tampering with an export, and what the small verifier says of it.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import { apart, row, sealedAgain, together } from './export-parts.ts'
import type { Parts } from './export-parts.ts'
import { chained, check, depsOf, entries, exported, makeSigner } from './fixture.ts'
import { fewRows } from '../../whole.ts'

const set = (
  parts: Parts,
  at: number,
  path: string,
  to: { salt?: string; value?: string },
): void => {
  const field = row(parts, at).fields.find(([name]) => name === path)
  if (field === undefined) throw new Error(`there is no field ${path}`)
  field[1] = to.salt ?? field[1]
  field[2] = to.value ?? field[2]
}
const flipped = (text: string): string =>
  text.slice(0, 8) + (text[8] === 'A' ? 'B' : 'A') + text.slice(9)

type Tamper = readonly [
  what: string,
  said: RegExp,
  tamper: (parts: Parts, whole: Parts) => Parts | string | void,
]
const tampering: readonly Tamper[] = [
  [
    'a field is changed',
    /Row 2 was changed/,
    (parts) => set(parts, 1, 'entry.tool', { value: 'read_file' }),
  ],
  [
    'a salt is changed',
    /Row 2 was changed/,
    (parts) => set(parts, 1, 'at', { salt: 'f'.repeat(32) }),
  ],
  ['a field is taken out', /Row 3 was changed/, (parts) => void row(parts, 2).fields.splice(4, 1)],
  [
    'a field is added',
    /Row 3 was changed/,
    (parts) => void row(parts, 2).fields.push(['entry.note', '0'.repeat(32), 'fine']),
  ],
  [
    'a field is there twice',
    /Line 4 says the same field twice/,
    (parts) => void row(parts, 2).fields.push(['entry.tool', '0'.repeat(32), 'read_file']),
  ],
  [
    'a member is in a line twice',
    /Line 3 is not in the form it was signed in/,
    (parts) => {
      parts.rows[1] = canonicalJson(row(parts, 1)).replace('{', '{"leaf":"0",')
    },
  ],
  [
    'a field is changed, and the leaf with it',
    /Row 2 was changed|rows are not those that were signed/,
    (parts) => {
      row(parts, 1).leaf = '0'.repeat(64)
    },
  ],
  [
    'a row is removed',
    /8 rows are here and 9 were signed: rows were removed/,
    (parts) => void parts.rows.splice(3, 1),
  ],
  ['the last row is removed', /rows were removed/, (parts) => void parts.rows.pop()],
  [
    'rows are moved',
    /Row 2 is out of its place/,
    (parts) => void parts.rows.splice(1, 2, row(parts, 2), row(parts, 1)),
  ],
  [
    'a row is repeated',
    /Row 9 is out of its place/,
    (parts) => void parts.rows.push(row(parts, 8)),
  ],
  [
    'a row of another export is inserted',
    /10 rows are here and 9 were signed: rows were inserted/,
    (parts, whole) => void parts.rows.push(row(whole, 9)),
  ],
  [
    'a row is replaced by one of another export',
    /Row 10 does not follow|rows are not those that were signed/,
    (parts, whole) => void parts.rows.splice(8, 1, row(whole, 9)),
  ],
  [
    'a line is no row',
    /no such file, or was cut off/,
    (parts) => void parts.rows.splice(2, 0, '{}'),
  ],
  ['an empty line is added', /no such file, or was cut off/, (parts) => void parts.rows.push('')],
  [
    'the signature is changed',
    /signature does not fit/,
    (parts) => {
      parts.signature = flipped(parts.signature)
    },
  ],
  [
    'the signature is taken away',
    /no such file, or was cut off|signature does not fit/,
    (parts) => {
      parts.signature = ''
    },
  ],
  [
    'the head of the journal is changed',
    /signature does not fit/,
    (parts) => {
      parts.seal.head = { seq: 9, hash: '0'.repeat(64) }
    },
  ],
  [
    'the time is changed',
    /signature does not fit/,
    (parts) => {
      parts.seal.madeAt += 1
    },
  ],
  [
    'the number of rows in the seal is changed',
    /signature does not fit/,
    (parts) => {
      parts.seal.rows += 1
    },
  ],
  [
    'the query in the first line is changed',
    /The first line was changed/,
    (parts) => {
      parts.top.query = 'tool:exec'
    },
  ],
  [
    'what the first line says of hiding is changed',
    /The first line was changed/,
    (parts) => {
      parts.top.redacted = ['people']
    },
  ],
  [
    'the seal is cut off',
    /no such file|no seal/,
    (parts) => together(parts).trimEnd().split('\n').slice(0, -1).join('\n'),
  ],
  [
    'half a line is cut off',
    /no such file, or was cut off/,
    (parts) => together(parts).slice(0, -20),
  ],
  ['nothing is left', /no such file, or was cut off/, () => ''],
]

const hidingTampering: readonly Tamper[] = [
  [
    'a redaction is lifted with the true value',
    /not what is hidden of them/,
    (parts, whole) => {
      parts.rows[1] = row(whole, 1)
    },
  ],
  [
    'a redaction is lifted with a guess',
    /Row 2 was changed/,
    (parts) => {
      row(parts, 1).hidden.shift()
      row(parts, 1).fields.push(['entry.args.path', '0'.repeat(32), '/home/ada/diary.txt'])
    },
  ],
  [
    'a redaction is added',
    /not what is hidden of them/,
    (parts) => {
      const [path, salt, value] = row(parts, 1).fields.pop() ?? ['', '', '']
      const text = `gatehouse field 1\n${canonicalJson([path, salt, value])}`
      row(parts, 1).hidden.push([path, hash('sha256', text, 'hex')])
    },
  ],
  [
    'a commitment is changed',
    /Row 2 was changed/,
    (parts) => {
      row(parts, 1).hidden[0] = ['entry.args', '0'.repeat(64)]
    },
  ],
  [
    'what a hidden field belongs to is changed',
    /not what is hidden of them/,
    (parts) => {
      row(parts, 1).hidden[0] = ['entry.decision', row(parts, 1).hidden[0]?.[1] ?? '']
    },
  ],
]

describe('a tampered export', () => {
  const rows = chained([...entries, { kind: 'stopped', host: 'cli' }])

  it.each(fewRows(tampering, 6))('is caught where %s', async (_what, said, tamper) => {
    const signer = await makeSigner()
    const whole = apart(await exported(depsOf(rows, signer)))
    const parts = apart(await exported(depsOf(rows.slice(0, 9), signer)))
    const changed = tamper(parts, whole) ?? parts
    const found = await check(
      typeof changed === 'string' ? changed : together(changed),
      fingerprintOf(signer.key),
    )
    expect(found).toEqual({ code: 1, said: expect.stringMatching(said) as string })
  })

  it.each(fewRows(hidingTampering, 3))('is caught where %s', async (_what, said, tamper) => {
    const signer = await makeSigner()
    const whole = apart(await exported(depsOf(rows, signer)))
    const parts = apart(await exported(depsOf(rows, signer), '', ['content']))
    const changed = tamper(parts, whole) ?? parts
    const found = await check(
      typeof changed === 'string' ? changed : together(changed),
      fingerprintOf(signer.key),
    )
    expect(found).toEqual({ code: 1, said: expect.stringMatching(said) as string })
  })

  it('is caught where somebody signed it again with another key, or put that key into it', async () => {
    const [signer, stranger] = [await makeSigner(), await makeSigner()]
    const parts = apart(await exported(depsOf(rows, signer)))
    parts.rows.splice(4, 1)
    const forged = together(sealedAgain(parts, stranger))
    expect([
      await check(forged, fingerprintOf(signer.key)),
      await check(forged, signer.key),
      // Nobody said whose it has to be: that is never called valid.
      await check(forged),
      await check(together({ ...parts, seal: { ...parts.seal, key: stranger.key } }), stranger.key),
    ]).toEqual([
      { code: 1, said: expect.stringMatching(/^Broken\. Another key signed it/) as string },
      { code: 1, said: expect.stringMatching(/^Broken\. Another key signed it/) as string },
      { code: 2, said: expect.stringMatching(/^Whose\? Signed by [0-9a-f]{64}/) as string },
      { code: 1, said: expect.stringMatching(/^Broken\. The signature does not fit/) as string },
    ])
  })

  it('is caught where the journal was changed before, for then nothing is signed', async () => {
    const signer = await makeSigner()
    const changed = rows.map((each) =>
      each.seq === 4 ? { ...each, entry: { kind: 'stopped', host: 'nobody' } as const } : each,
    )
    await expect(exported(depsOf(changed, signer))).rejects.toThrow('audit.broken: Row 4')
  })

  it('is caught where its owner leaves a row out of the chain and signs that', async () => {
    const signer = await makeSigner()
    const parts = apart(await exported(depsOf(rows, signer)))
    const other = apart(await exported(depsOf(chained(entries, '0'.repeat(64)), signer)))
    parts.rows.splice(5, 1, row(other, 5))
    const found = await check(together(sealedAgain(parts, signer)), signer.key)
    expect(found).toEqual({
      code: 1,
      said: expect.stringContaining('Row 6 does not follow row 5') as string,
    })
  })
})
