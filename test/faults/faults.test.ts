// The short faults, and that the page about them is complete. The others: npm run test:faults.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allFaults, runFault } from './driver/all.ts'
import { root } from './driver/app.ts'
import { namesIn } from './driver/table.ts'

const faults = allFaults
/** More than two seconds each. */
const COSTLY = new Set([
  'approvals-key-gone',
  'children-of-a-killed-app',
  'connections-taken',
  'crash-loop',
  'helper-process-gone',
  'keychain-locked',
  'killed-while-running',
  'notification-flood',
  'output-to-a-full-disk',
  'page-reload-while-held',
  'reads-at-once',
  'ten-gigabytes',
  'terminal-closed',
])
const short = faults
  .filter((fault) => fault.short === true)
  .map((fault) => ({ ...fault, mark: COSTLY.has(fault.name) ? '@whole' : '' }))

describe.runIf(process.platform === 'linux')(
  `what the app does when things break${process.platform === 'linux' ? '' : ' (skipped: the harness looks at /proc)'}`,
  () => {
    it.each(short)('$fault: $mustHappen $mark', { timeout: 600_000 }, async (fault) => {
      const outcome = await runFault(fault)
      expect(outcome.kind === 'failed' ? outcome.text : null).toBe(null)
    })
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
