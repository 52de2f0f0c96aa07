// What the owner of the key signs is not so: the small verifier says nothing of an export that its rows
// do not show, also where every hash and the signature fit.
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import type { Json } from '../../../contract/json.ts'
import { verify } from '../../../main/journal/receipts/load-verifier.ts'
import { leafOf } from '../../../main/journal/receipts/merkle.ts'
import { makeReceipt, proveRow } from '../../../main/journal/receipts/receipt.ts'
import { commit } from '../../../main/journal/receipts/seal-row.ts'
import type { Signer } from '../../../contract/journal/signer.ts'
import { runId } from '../../store/samples.ts'
import { apart, row, sealedAgain, together } from './export-parts.ts'
import type { Parts } from './export-parts.ts'
import { chained, depsOf, entries, exported, makeSigner } from './fixture.ts'

const rows = chained(entries)
const spanOf = (parts: Parts, change: Partial<Parts['seal']>): void =>
  void Object.assign(parts.seal, change)
/** Shown beside the true fields of the call's row, with a commitment and a leaf that fit. */
const showing =
  (path: string, value: Json) =>
  (parts: Parts): void => {
    const sealed = row(parts, 1)
    sealed.fields.unshift([path, '0'.repeat(32), value])
    sealed.leaf = leafOf(sealed.fields.map(([name, salt, shown]) => commit(salt, name, shown)))
  }

const lies: readonly (readonly [what: string, said: RegExp, lie: (parts: Parts) => void])[] = [
  [
    'a row in the middle is left out, and the span is shorter so that none is missed',
    /first or last row is not the one/,
    (parts) => {
      parts.rows.splice(4, 1)
      spanOf(parts, { last: 8 })
    },
  ],
  [
    'the first row is left out, and the seal begins there',
    /first or last row is not the one/,
    (parts) => void parts.rows.shift(),
  ],
  [
    'the last row is left out, and the seal ends there',
    /first or last row is not the one/,
    (parts) => void parts.rows.pop(),
  ],
  [
    'the seal ends behind its last row',
    /first or last row is not the one/,
    (parts) => spanOf(parts, { last: 10 }),
  ],
  [
    'the seal begins before its first row',
    /first or last row is not the one/,
    (parts) => spanOf(parts, { first: 0 }),
  ],
  [
    'all arguments are said once more, and others',
    /Row 2 shows more than the journal has/,
    showing('entry.args', { path: '/tmp/harmless' }),
  ],
  [
    'the decision is said once more, and another one',
    /Row 2 shows more than the journal has/,
    showing('entry.decision', { effect: 'allow' }),
  ],
  [
    'a field is beside the row',
    /Row 2 shows more than the journal has/,
    showing('checked', 'by a notary'),
  ],
  ['the whole entry is said again', /Row 2 shows more than the journal has/, showing('entry', {})],
]

const signed = <T extends object>(body: T, signer: Signer): string =>
  canonicalJson({ ...body, signature: signer.sign(canonicalJson(body)) })

describe('an export that its owner signed', () => {
  it.each(lies)('is broken where %s', async (_what, said, lie) => {
    const signer = await makeSigner()
    const parts = apart(await exported(depsOf(rows, signer)))
    expect(verify(together(sealedAgain(parts, signer)), signer.key).kind).toBe('valid')
    lie(parts)
    expect(verify(together(sealedAgain(parts, signer)), signer.key)).toMatchObject({
      kind: 'broken',
      text: expect.stringMatching(said) as string,
    })
  })

  it('is broken without any row', async () => {
    const signer = await makeSigner()
    const { top, seal } = apart(await exported(depsOf(rows.slice(0, 1), signer)))
    const { root: _root, first: _first, last: _last, ...rest } = seal
    const empty = { ...rest, rows: 0, lines: hashOfNothing }
    const last = canonicalJson({ seal: empty, signature: signer.sign(canonicalJson(empty)) })
    expect(verify(`${canonicalJson(top)}\n${last}\n`, signer.key)).toMatchObject({
      kind: 'broken',
      text: 'It has no rows.',
    })
  })
})

const hashOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

describe('a receipt that its owner signed', () => {
  it('is broken without any row', async () => {
    const signer = await makeSigner()
    const receipt = await makeReceipt(runId(1), depsOf(rows, signer))
    if (!receipt.ok) throw new Error(receipt.error.text)
    const { signature: _signature, root: _root, ...body } = receipt.value
    expect(verify(signed({ ...body, leaves: [], rows: 0 }, signer), signer.key)).toMatchObject({
      kind: 'broken',
      text: 'It has no rows.',
    })
  })

  it('is broken where the place of a row in it is no number', async () => {
    const signer = await makeSigner()
    const proof = await proveRow(runId(1), 1, [], depsOf(rows, signer))
    if (!proof.ok) throw new Error(proof.error.text)
    const { signature: _signature, ...body } = proof.value
    expect([
      verify(signed(body, signer), signer.key).kind,
      verify(signed({ ...body, index: '1' }, signer), signer.key).kind,
    ]).toEqual(['valid', 'broken'])
  })
})
