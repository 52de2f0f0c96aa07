import { expect, it } from 'vitest'
import { CallId, RunId } from '../../contract/ids.ts'
import { longResultsTable } from '../../main/store/tables/long-results-table.ts'
import { memoryStore } from './fixture.ts'

const call = (n: number): CallId => CallId.parse(`call_${String(n).padStart(8, '0')}`)
const run = (n: number): RunId => RunId.parse(`run_${String(n).padStart(8, '0')}`)

it('keeps the newest of each run, and the newest of all', async () => {
  const table = longResultsTable((await memoryStore()).db)
  const left = (from: number, to: number): number =>
    Array.from({ length: to - from }, (_, at) => table.get(call(from + at))).filter(Boolean).length
  for (let n = 0; n < 70; n++) table.keep(call(n), run(1), `text ${n}`)
  expect([left(0, 6), left(6, 70), table.get(call(69))]).toEqual([0, 64, 'text 69'])
  for (let n = 70; n < 600; n++) table.keep(call(n), run(n), `text ${n}`)
  expect([left(0, 88), left(88, 600)]).toEqual([0, 512])
})
