// Exports that are meant to mislead the small verifier or to overwhelm it, given to the program itself:
// it says in words that they are broken, and never ends without any.
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import { GENESIS } from '../../../main/journal/chain.ts'
import { climb, leafOf } from '../../../main/journal/receipts/merkle.ts'
import { proveRow } from '../../../main/journal/receipts/receipt.ts'
import { commit } from '../../../main/journal/receipts/seal-row.ts'
import { fingerprintOf } from '../../../main/secrets/signing-key.ts'
import type { Signer } from '../../../contract/journal/signer.ts'
import { runId } from '../../store/samples.ts'
import { apart, row, sealedAgain, together } from './export-parts.ts'
import type { Parts } from './export-parts.ts'
import { chained, check, depsOf, entries, exported, makeSigner } from './fixture.ts'

const rows = chained(entries)
const parent = (left: string, right: string): string =>
  climb(left, [{ hash: right, isLeft: false }])

/** The leaf that its fields lead to, as somebody computes it who changed one. */
const withLeaf = (parts: Parts, at: number): void => {
  const sealed = row(parts, at)
  sealed.leaf = leafOf(sealed.fields.map(([path, salt, value]) => commit(salt, path, value)))
}
const field = (parts: Parts, at: number, name: string) => {
  const found = row(parts, at).fields.find(([path]) => path === name)
  if (found === undefined) throw new Error(`row ${at} has no ${name}`)
  return found
}
const DEEP = 10_000
const deep = (open: string, close: string): string => open.repeat(DEEP) + close.repeat(DEEP)
const deepObject = deep('{"a":[', ']}')
const HUGE = 64 * 2 ** 20
const UNREADABLE = /^Broken\. It is no such file, or was cut off\.\n$/

/** `signer`: of those who sign again what they changed themselves. */
const hostile: readonly (readonly [
  what: string,
  said: RegExp,
  change: (parts: Parts, signer: Signer) => Parts | string | void,
])[] = [
  [
    'its first row follows another one',
    /Row 1 was changed/,
    (parts) => void (field(parts, 0, 'prev')[2] = '0'.repeat(64)),
  ],
  [
    'its first row follows another one, and the leaf says so',
    /Row 1 does not fit its hash/,
    (parts) => {
      field(parts, 0, 'prev')[2] = '0'.repeat(64)
      withLeaf(parts, 0)
    },
  ],
  [
    'a salt is used for two fields',
    /Row 2 was changed/,
    (parts) => void (field(parts, 1, 'at')[1] = field(parts, 1, 'seq')[1]),
  ],
  [
    'a salt is used for two fields, and the leaf says so',
    /not those that were signed/,
    (parts) => {
      field(parts, 1, 'at')[1] = field(parts, 1, 'seq')[1]
      withLeaf(parts, 1)
    },
  ],
  [
    'salts are exchanged between two rows',
    /Row 2 was changed/,
    (parts) => {
      const [one, two] = [field(parts, 1, 'at'), field(parts, 2, 'at')]
      ;[one[1], two[1]] = [two[1], one[1]]
    },
  ],
  [
    'an inner node stands for the leaf of a row',
    /Row 1 was changed/,
    (parts) => void (row(parts, 0).leaf = parent(row(parts, 0).leaf, row(parts, 1).leaf)),
  ],
  [
    'an inner node stands for its two rows, signed again',
    /Row 1 was changed/,
    (parts, signer) => {
      row(parts, 0).leaf = parent(row(parts, 0).leaf, row(parts, 1).leaf)
      parts.rows.splice(1, 1)
      return sealedAgain(parts, signer)
    },
  ],
  [
    'an inner node stands for what is hidden of a row without fields',
    /Line 2 has no number/,
    (parts) => {
      const leaf = parent(row(parts, 0).leaf, row(parts, 1).leaf)
      parts.rows.splice(0, 2, { fields: [], hidden: [['entry', leaf]], leaf })
    },
  ],
  ['a row is a list of 10,000 lists', UNREADABLE, (parts) => void (parts.rows[1] = deep('[', ']'))],
  [
    'a row holds 10,000 objects in one another',
    UNREADABLE,
    (parts) => {
      parts.rows[1] = canonicalJson(row(parts, 1)).replace('"/home/ada/diary.txt"', deepObject)
    },
  ],
  [
    'its last line is 10,000 lists',
    /The last line is no seal alone/,
    (parts) => `${together(parts)}${deep('[', ']')}`,
  ],
  [
    'its first line goes on with 10,000 lists',
    /The first line was changed/,
    (parts) => {
      const [top = '', ...lines] = together(parts).split('\n')
      return [`${top.slice(0, -1)},"z":${deep('[', ']')}}`, ...lines].join('\n')
    },
  ],
  [
    'a line of 64 MB is no row @whole',
    UNREADABLE,
    (parts) => void (parts.rows[1] = 'x'.repeat(HUGE)),
  ],
  [
    'a row has a value of 64 MB @whole',
    /Row 2 was changed/,
    (parts) => void (field(parts, 1, 'entry.tool')[2] = 'x'.repeat(HUGE)),
  ],
  ['its one line is 64 MB of brackets @whole', UNREADABLE, () => '['.repeat(HUGE)],
  [
    'its first line is there twice',
    UNREADABLE,
    (parts) => void parts.rows.unshift(canonicalJson(parts.top)),
  ],
  [
    'another first line stands before its own',
    /The first line was changed/,
    (parts) => `${canonicalJson({ ...parts.top, redacted: ['people'] })}\n${together(parts)}`,
  ],
  [
    'it has two first lines, signed again',
    UNREADABLE,
    (parts, signer) => {
      parts.rows.unshift(canonicalJson(parts.top))
      return sealedAgain(parts, signer)
    },
  ],
  [
    'a word is twice in its first line, signed so',
    /The first line is not in the form it was signed in/,
    (parts, signer) => {
      const twice = (top: string): string =>
        top.replace('"redacted":', '"redacted":["people"],"redacted":')
      const again = sealedAgain(parts, signer, twice)
      return together(again).replace(canonicalJson(again.top), twice)
    },
  ],
  [
    'it has two seals',
    UNREADABLE,
    (parts) =>
      `${together(parts)}${canonicalJson({ seal: parts.seal, signature: parts.signature })}\n`,
  ],
]

describe('a hostile export', () => {
  it.each(hostile)('is broken where %s', async (_what, said, change) => {
    const signer = await makeSigner()
    const text = await exported(depsOf(rows, signer))
    const parts = apart(text)
    const created = change(parts, signer) ?? parts
    expect([
      await check(text, fingerprintOf(signer.key)),
      await check(
        typeof created === 'string' ? created : together(created),
        fingerprintOf(signer.key),
      ),
    ]).toEqual([
      { code: 0, said: expect.stringMatching(/^Valid\. 9 rows/) as string },
      { code: 1, said: expect.stringMatching(said) as string },
    ])
  })

  it.each([
    ['of another journal', '0'.repeat(64)],
    ['that is a word', 'genesis'],
    ['of a zero', '0'],
  ])(
    'is broken where its owner began the chain with a hash %s and signed that',
    async (_what, start) => {
      const signer = await makeSigner()
      const [right, other] = [GENESIS, start].map((begin) =>
        depsOf(chained(entries, begin), signer),
      )
      if (right === undefined || other === undefined) throw new Error('no journals')
      const whole = await check(await exported(other), signer.key)
      expect([(await check(await exported(right), signer.key)).code, whole]).toEqual([
        0,
        { code: 1, said: 'Broken. Row 1 does not follow row 0.\n' },
      ])
    },
  )
})

describe('the proof of a row', () => {
  it('is broken where an inner node stands for the row, though its owner signed that', async () => {
    const signer = await makeSigner()
    const proved = await proveRow(runId(1), 0, [], depsOf(rows, signer))
    if (!proved.ok) throw new Error(proved.error.text)
    const { signature: _of, ...proof } = proved.value
    const { signature: _its, ...receipt } = proof.receipt
    // One level of the tree less, with the root as it was.
    const leaves = receipt.leaves.flatMap((leaf, at) => {
      const next = receipt.leaves[at + 1]
      return at % 2 === 1 ? [] : [next === undefined ? leaf : parent(leaf, next)]
    })
    const [inner = ''] = leaves
    const body = {
      ...proof,
      leaf: inner,
      path: proof.path.slice(1),
      row: { ...proof.row, leaf: inner },
      receipt: signed({ ...receipt, leaves, rows: leaves.length }, signer),
    }
    expect(await check(canonicalJson(signed(body, signer)), signer.key)).toEqual({
      code: 1,
      said: expect.stringMatching(/^Broken\. Row 2 was changed/) as string,
    })
  })
})

const signed = <T extends object>(body: T, signer: Signer) => ({
  ...body,
  signature: signer.sign(canonicalJson(body)),
})
