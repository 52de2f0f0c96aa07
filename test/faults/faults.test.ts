// The short faults, and that the page about them is complete. The others: npm run test:faults.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allFaults, runFault } from './driver/all.ts'
import { root } from './driver/app.ts'
import { namesIn } from './driver/table.ts'

const faults = allFaults

describe.runIf(process.platform === 'linux')(
  `what the app does when things break${process.platform === 'linux' ? '' : ' (skipped: the harness looks at /proc)'}`,
  () => {
    it.each(faults.filter(({ short }) => short === true))(
      '$fault: $mustHappen',
      { timeout: 180_000 },
      async (fault) => {
        const outcome = await runFault(fault)
        expect(outcome.kind === 'skipped' ? { ...outcome, kind: 'held' } : outcome).toMatchObject({
          kind: 'held',
        })
      },
    )
  },
)

it('has one file for each fault, by its name', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'run.ts',
  )
  expect(faults.map(({ name }) => `${name}.ts`)).toEqual(files.toSorted())
})

it('are all on the page about reliability, and nothing else is', () => {
  expect(namesIn(readFileSync(join(root, 'docs/reliability.md'), 'utf8'))).toEqual(
    faults.map(({ name }) => name),
  )
})
