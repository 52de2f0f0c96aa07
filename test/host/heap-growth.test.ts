// How much the heap may grow: not said at a start, which it would make longer, and said after it.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engineEnv, engineFlags, growthFlag } from '../../main/host/launch/engine.mjs'
import { browserFile, headlessFile } from '../running-app.ts'
import { makeTemporary } from '../temporary.ts'

/** What compiled code must have been compiled with: the engine's version and its flags. */
const tagWith = (flags: readonly string[], first = ''): string =>
  spawnSync(
    process.execPath,
    [...flags, '-p', `${first}require('node:v8').cachedDataVersionTag()`],
    { encoding: 'utf8', env: engineEnv },
  ).stdout

it('no flag of a start makes Node compile its own modules once more', () => {
  const plain = tagWith([])
  expect(plain).toMatch(/^\d+\n$/)
  expect(tagWith(engineFlags)).toBe(plain)
  // This one would.
  expect(tagWith([...engineFlags, growthFlag])).not.toBe(plain)
})

it('the engine takes the flag while it runs as it does at a start', () => {
  const late = `require('node:v8').setFlagsFromString('${growthFlag}');`
  expect(tagWith([], late)).toBe(tagWith([growthFlag]))
})

/** Notes each flag that is said to the engine. */
const watch = `
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import v8 from 'node:v8'
const say = v8.setFlagsFromString
v8.setFlagsFromString = (flag) => {
  say(flag)
  appendFileSync(process.env['FLAGS_FILE'], flag + '\\n')
}
syncBuiltinESMExports()`

describe('after its start', () => {
  it.each([
    ['the browser host', [browserFile, '--json', '--port', '0', '--webhook-port', '0']],
    ['the headless host', [headlessFile]],
  ])('%s sets the flag', async (_name, words) => {
    const home = makeTemporary('growth')
    const file = join(home, 'flags')
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, ...words],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { HOME: home, GATEHOUSE_HOME: join(home, 'gatehouse'), FLAGS_FILE: file },
      },
    )
    const ended = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(home, { recursive: true, force: true })
    })
    await expect
      .poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
      .toBe(`${growthFlag}\n`)
  })
})
