// What the check of a machine's rows says of rows that are there twice.
import { expect, it } from 'vitest'
import { checkMachine, type KeptRow } from '../../main/fleet/check-machine.ts'
import type { RawRow } from '../../main/journal/chain.ts'
import { chainOf, faults, machine, machineKey } from './fleet-journal.ts'

const asStored = ({ seq, body, hash }: RawRow): KeptRow => ({
  seq,
  body,
  hash,
  kind: 'fault',
  tool: null,
  host: null,
  moment: '',
})

/** As the database hands them over: by number, of one number in the order they came. */
async function* inOrder(...chains: readonly (readonly RawRow[])[]): AsyncIterable<KeptRow> {
  yield* chains
    .flat()
    .toSorted((one, other) => one.seq - other.seq)
    .map(asStored)
}

const found = async (...chains: readonly (readonly RawRow[])[]) => {
  const check = await checkMachine({
    machine: machine('ada'),
    publicKey: machineKey().publicKey,
    revoked: null,
    heads: [],
    rows: inOrder(...chains),
    labels: () => null,
  })
  return check.findings.flatMap(({ fault, seq, text }) =>
    fault === 'forked' ? [`${seq}: ${text}`] : [],
  )
}

const first = chainOf(faults(1, 60))
const again = (from: number, to: number): readonly RawRow[] =>
  chainOf(faults(from, to, 'again'), first[from - 2])

it.each([
  ['one row', [again(7, 7)], ['7: There are two different versions of row 7.']],
  [
    'a whole past, in one line',
    [again(5, 60)],
    ['5: There are two different versions of rows 5 to 60.'],
  ],
  [
    'two parts of it, in two',
    [again(5, 9), again(20, 22)],
    [
      '5: There are two different versions of rows 5 to 9.',
      '20: There are two different versions of rows 20 to 22.',
    ],
  ],
  [
    'what is there three times, once',
    [again(5, 6), chainOf(faults(5, 6, 'once more'), first[3])],
    ['5: There are two different versions of rows 5 to 6.'],
  ],
] as const)('names %s', async (_name, others, expected) => {
  expect(await found(first, ...others)).toEqual(expected)
})
