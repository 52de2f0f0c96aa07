// An export with proof reads each row once, and is the same where what was kept between its pieces is gone.
import { expect, it } from 'vitest'
import type { ReceiptDeps } from '../../../main/journal/receipts/receipt.ts'
import { openUnsealedExports } from '../../../main/journal/receipts/unsealed.ts'
import { chained, depsOf, entries, exported, makeSigner } from './fixture.ts'

const rows = chained(Array.from({ length: 20 }, () => entries).flat())

function counting(deps: ReceiptDeps) {
  let read = 0
  const readForward: ReceiptDeps['readForward'] = (...asked) => {
    const found = deps.readForward(...asked)
    read += found.rows.length
    return found
  }
  return { deps: { ...deps, readForward }, read: () => read }
}

it.each([
  ['everything', '', []],
  ['some rows, with fields hidden', 'tool:exec', ['content']],
] as const)(
  'reads each row of %s once, however many pieces there are',
  async (_what, line, redact) => {
    const signer = await makeSigner()
    const whole = await exported(depsOf(rows, signer), line, [...redact])
    const { deps, read } = counting(depsOf(rows, signer, 7))
    expect(await exported(deps, line, [...redact])).toBe(whole)
    expect(read()).toBe(whole.trimEnd().split('\n').length - 2)
  },
)

it('gives the same where nothing was cached, as after a restart, or where other exports came in between', async () => {
  const signer = await makeSigner()
  const whole = await exported(depsOf(rows, signer))
  const deps = depsOf(rows, signer, 50)
  expect(await exported(deps, '', [], openUnsealedExports)).toBe(whole)
  const shared = openUnsealedExports()
  const together = await Promise.all(
    Array.from({ length: 6 }, (_one, at) =>
      exported(deps, at < 3 ? '' : 'tool:exec', [], () => shared),
    ),
  )
  expect(new Set(together.slice(0, 3))).toEqual(new Set([whole]))
  expect(new Set(together.slice(3)).size).toBe(1)
})
