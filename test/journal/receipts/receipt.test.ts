import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../contract/json.ts'
import type { Receipt, RequestId, RowProof } from '../../../contract/journal/receipt.ts'
import { comparedWith } from '../../../main/journal/receipts/compare.ts'
import { makeReceipt, proveRow } from '../../../main/journal/receipts/receipt.ts'
import type { ReceiptDeps } from '../../../main/journal/receipts/receipt.ts'
import { callId, running, runId } from '../../store/samples.ts'
import {
  chained,
  check,
  depsOf,
  entries,
  exported,
  keysIn,
  makeSigner,
  sealIn,
  temporary,
} from './fixture.ts'
import { many } from '../../soak.ts'

const rows = chained(entries)
async function receiptOf(id: RequestId, deps: ReceiptDeps): Promise<Receipt> {
  const created = await makeReceipt(id, deps)
  if (!created.ok) throw new Error(created.error.text)
  return created.value
}
async function proofOf(index: number, deps: ReceiptDeps, redact: string[] = []): Promise<RowProof> {
  const created = await proveRow(runId(1), index, redact, deps)
  if (!created.ok) throw new Error(created.error.text)
  return created.value
}

describe('a receipt', () => {
  it('says what is signed of a call, and shows no content', async () => {
    const deps = depsOf(rows, await makeSigner())
    const receipt = await receiptOf(callId(1), deps)
    expect(receipt).toMatchObject({
      format: 'gatehouse.receipt.1',
      id: callId(1),
      rows: 3,
      version: '0.1.0',
      from: rows[1]?.at,
      until: rows[3]?.at,
      promptHashes: [],
      policyHashes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      arguments: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      head: { seq: 9, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    })
    const text = canonicalJson(receipt)
    expect(
      ['diary', ...rows.map(({ hash }) => hash)].filter((each) => text.includes(each)),
    ).toEqual([])
    expect(await check(text, receipt.key)).toEqual({
      code: 0,
      said: expect.stringContaining(`Valid. Receipt of ${callId(1)}: 3 rows`) as string,
    })
    expect((await check(`${text}\n`, receipt.key)).code).toBe(0)
  })

  it('has the root of an export of the same rows, and of a run those of all its calls', async () => {
    const deps = depsOf(rows, await makeSigner())
    const receipt = await receiptOf(runId(1), deps)
    expect([receipt.rows, receipt.root]).toEqual([
      7,
      sealIn(await exported(deps, `run:${runId(1)}`, ['content'])).root,
    ])
  })

  it.each<readonly [what: string, change: (receipt: Receipt) => unknown]>([
    ['id', (receipt) => ({ ...receipt, id: callId(2) })],
    ['root', (receipt) => ({ ...receipt, root: '0'.repeat(64) })],
    ['number of rows', (receipt) => ({ ...receipt, rows: 4 })],
    ['order of leaves', (receipt) => ({ ...receipt, leaves: receipt.leaves.toReversed() })],
    ['leaves', (receipt) => ({ ...receipt, leaves: receipt.leaves.slice(1) })],
    ['policy', (receipt) => ({ ...receipt, policyHashes: [] })],
    ['prompt', (receipt) => ({ ...receipt, promptHashes: ['0'.repeat(64)] })],
    ['time', (receipt) => ({ ...receipt, until: receipt.until + 1 })],
    ['head', (receipt) => ({ ...receipt, head: { ...receipt.head, seq: 8 } })],
    ['signature', (receipt) => ({ ...receipt, signature: receipt.leaves[0] })],
    ['members, with one more', (receipt) => ({ ...receipt, note: 'fine' })],
  ])('is caught with another %s', async (_what, change) => {
    const receipt = await receiptOf(callId(1), depsOf(rows, await makeSigner()))
    expect((await check(canonicalJson(change(receipt)), receipt.key)).code).toBe(1)
  })

  it('fits the journal later, however much it has grown, and not one that says something else', async () => {
    const signer = await makeSigner()
    const receipt = canonicalJson(await receiptOf(callId(1), depsOf(rows, signer)))
    const proof = canonicalJson(await proofOf(0, depsOf(rows, signer)))
    const whole = await exported(depsOf(rows, signer))
    const grown = chained([...entries, running(callId(1)), running(callId(1))])
    const other = chained(
      entries.map((entry) =>
        entry.kind === 'decision' && entry.callId === callId(1) ? { ...entry, args: {} } : entry,
      ),
    )
    const found = (journal: typeof rows) =>
      Promise.all(
        [receipt, proof, whole].map((text) => comparedWith(text, depsOf(journal, signer))),
      )
    expect([await found(rows), await found(grown), await found(other)]).toEqual([
      ['same', 'same', 'same'],
      ['same', 'same', 'same'],
      ['different', 'different', 'different'],
    ])
  })

  it('is not made of what is not there', async () => {
    const deps = depsOf(rows, await makeSigner())
    expect(await makeReceipt(callId(9), deps)).toMatchObject({ error: { code: 'audit.nothing' } })
    expect(await proveRow(callId(1), 3, [], deps)).toMatchObject({
      error: { code: 'audit.no-row', hint: 'Its rows are numbered 0 to 2.' },
    })
  })
})

describe('the proof of one row', () => {
  it('shows that row and leads to the root, for every row of a run', async () => {
    const deps = depsOf(rows, await makeSigner())
    for (let index = 0; index < 7; index += many(1, 1, 3)) {
      const proof = await proofOf(index, deps)
      expect(await check(canonicalJson(proof), proof.key)).toEqual({
        code: 0,
        said: expect.stringContaining(`Row ${index + 2} is row ${index} of this.`) as string,
      })
    }
  })

  it('hides what it is asked to hide', async () => {
    const deps = depsOf(rows, await makeSigner())
    const proof = await proofOf(0, deps, ['content'])
    expect(canonicalJson(proof)).not.toContain('diary')
    expect((await check(canonicalJson(proof), proof.key)).code).toBe(0)
  })

  it.each<readonly [what: string, change: (proof: RowProof, other: RowProof) => unknown]>([
    ['another row', (proof, { row }) => ({ ...proof, row })],
    ['another row and its leaf', (proof, { row, leaf }) => ({ ...proof, row, leaf })],
    ['another path', (proof, { path }) => ({ ...proof, path })],
    ['another number', (proof) => ({ ...proof, index: 1 })],
    [
      'a step the other way',
      ({ path, ...proof }) => ({
        ...proof,
        path: path.map((step) => ({ ...step, isLeft: !step.isLeft })),
      }),
    ],
    [
      'another receipt',
      (proof, { receipt }) => ({ ...proof, receipt: { ...receipt, id: callId(1) } }),
    ],
    [
      'a field that is hidden after all',
      ({ row, ...proof }) => ({ ...proof, row: { ...row, fields: row.fields.slice(1) } }),
    ],
  ])('is caught with %s', async (_what, change) => {
    const deps = depsOf(rows, await makeSigner())
    const [proof, other] = [await proofOf(0, deps), await proofOf(3, deps)]
    expect((await check(canonicalJson(change(proof, other)), proof.key)).code).toBe(1)
  })
})

describe('the key', () => {
  it('is another one when a person wants that; roots and what was signed stay as they were @whole', async () => {
    const folder = temporary()
    const keys = keysIn(folder)
    const before = await receiptOf(callId(1), depsOf(rows, await makeSigner(folder)))
    const rotated = await keys.rotate()
    const after = await receiptOf(callId(1), depsOf(rows, await makeSigner(folder)))
    expect(after.key).not.toBe(before.key)
    expect([after.root, after.leaves]).toEqual([before.root, before.leaves])
    expect(rotated).toMatchObject({
      value: { public: after.key, earlier: [{ public: before.key, endedAt: 1_000 }] },
    })
    expect((await check(canonicalJson(before), before.key)).code).toBe(0)
    expect((await check(canonicalJson(before), after.key)).code).toBe(1)
  })
})
