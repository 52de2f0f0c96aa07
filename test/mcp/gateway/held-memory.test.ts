// Of the arguments of a held call nothing stays in the memory of the app: they lie in the store
// until somebody reads them.
// @module-tag whole
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openFaultApp } from '../../faults/driver/app.ts'
import { until } from '../../faults/driver/until.ts'

const CALLS = 60

it('keeps the contents of 60 held writes out of memory', { timeout: 600_000 }, async () => {
  const app = openFaultApp('approvals:\n  timeoutSeconds: 3600\n')
  onTestFinished(() => app.dispose())
  const { child } = await app.start({
    env: { NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${app.base}` },
  })
  const agent = await app.agent('one')
  // Numbers after a word: no text of the program reads like that.
  const mark = (at: number): string => `quokka-${at}-lives-here`
  for (let at = 0; at < CALLS; at++) {
    agent
      .call('write_file', {
        path: `${at}.txt`,
        content: `${mark(at)} ${'and more '.repeat(2_000)}`,
      })
      .catch(() => {})
  }
  await app.held(CALLS)
  // Whatever was on its way has arrived, in both directions.
  for (let turn = 0; turn < 3; turn++) await agent.request('tools/list', {})
  // Rows of the journal that wait to be given to the database hold the arguments too, until
  // somebody reads it.
  await app.journal()
  child.kill('SIGUSR2')
  const snapshot = await until('a heap snapshot', () => wholeSnapshot(app.base), 60_000)
  const stored = Array.from({ length: CALLS }, (_, at) => mark(at)).filter((word) =>
    snapshot.includes(word),
  )
  expect(stored).toEqual([])
})

/** Null until it is written to its end. */
async function wholeSnapshot(folder: string): Promise<string | null> {
  const name = readdirSync(folder).find((each) => each.endsWith('.heapsnapshot'))
  const text = name === undefined ? '' : readFileSync(join(folder, name), 'utf8')
  return text.trimEnd().endsWith(']}') ? text : null
}
