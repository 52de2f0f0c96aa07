// How the process of a command ends where the command itself does not say: by a signal while a question
// waits, with a reader that goes away early, and by a fault of our own.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdCommands } from '../hold-commands.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

let home: Home
beforeAll(() => {
  home = makeHome()
  mkdirSync(home.folder)
  writeFileSync(join(home.folder, 'config.yaml'), holdCommands)
})
afterAll(() => home.remove())

const signals = [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

/** On a terminal, where the shell says the number of its process before it becomes the command. */
async function asked(words: string) {
  const running = home.terminalShell(`echo pid $$; exec ${home.command} ${words}`)
  await running.until(/Type yes to approve it once/)
  const pid = Number(/pid (\d+)/.exec(await running.until(/pid/))?.[1])
  return { running, pid }
}

async function endedBy(words: string, signal: NodeJS.Signals): Promise<number | null> {
  const { running, pid } = await asked(words)
  process.kill(pid, signal)
  return (await running.ended).code
}

async function pending(): Promise<readonly string[]> {
  const { value } = await home.json('approvals', 'list')
  return (value as { approvals: readonly { id: string }[] }).approvals.map(({ id }) => id)
}

const isLocked = (): boolean => existsSync(join(home.folder, 'gatehouse.lock'))
const touching = `tools run exec --args '{"command":"touch a.txt"}'`

describe.each(signals)('%s while a call is held, exit %i @whole', (signal, code) => {
  it('alone: a call of this command stays held, and so does one that is approved', async () => {
    expect([await endedBy(touching, signal), isLocked()]).toEqual([code, false])
    const [id = ''] = await pending()
    expect([await endedBy(`approvals approve ${id}`, signal), isLocked()]).toEqual([code, false])
    expect(await pending()).toEqual([id])
    await home.run('approvals', 'deny', id)
  })

  it('beside a running app', async () => {
    const app = await serving()
    expect(await endedBy(`${touching} --approve`, signal)).toBe(code)
    for (const id of await pending()) await home.run('approvals', 'deny', id)
    await ended(app)
  })
})

async function serving(): Promise<Running> {
  const app = home.start('serve', '--port', '0', '--json', '--no-open')
  await app.until(/"url"/)
  return app
}

async function ended(app: Running) {
  app.child.kill('SIGTERM')
  return app.ended
}

describe('serve', () => {
  it('ends with 0 when a signal quits it, and a second one says why not, as JSON @whole', async () => {
    const app = await serving()
    const second = home.start('serve', '--port', '0', '--json')
    const { code, stdout } = await second.ended
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { error: { code: 'host.already-running', text: expect.stringContaining('already running') } },
    ])
    expect((await ended(app)).code).toBe(0)
  })

  it('says what is wrong with its words as JSON, exit 2', async () => {
    const { code, stdout } = await home.start('serve', '--port', 'zebra', '--json').ended
    expect([code, JSON.parse(stdout)]).toMatchObject([
      2,
      { error: { code: 'usage', text: expect.stringContaining('--port') } },
    ])
  })
})

describe('a reader that goes away early', () => {
  it.each([
    ['help --all --json', 'more than a pipe takes'],
    ['audit tail', 'next to nothing'],
  ])('changes no exit code and is not reported: %s, %s', (line) => {
    const piped = `set -o pipefail; ${home.command} ${line} | head -c 1 > /dev/null`
    const { status, stderr } = spawnSync('bash', ['-c', piped], { env: home.env, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('a fault of our own, exit 1, one value as JSON', () => {
  const program = join(import.meta.dirname, '../../main/host/cli/program.ts')
  /** @param whole what the program does to compose a Gatehouse */
  function faulty(whole: string) {
    const file = join(dirname(home.folder), 'faulty.mjs')
    writeFileSync(
      file,
      `import { runProgram } from ${JSON.stringify(program)}
await runProgram(import.meta.dirname, ${whole})\n`,
    )
    const words = ['tools', 'run', 'math_eval', '--json']
    const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], {
      env: home.env,
      encoding: 'utf8',
    })
    return { status, value: JSON.parse(stdout) as unknown, stderr }
  }

  it.each([
    ['thrown where it was called', `() => Promise.reject(new Error('boom'))`, /boom/],
    [
      'thrown later',
      `() => new Promise(() => setTimeout(() => { throw new Error('boom') }))`,
      /an unexpected error: Error/,
    ],
    ['no end at all', `() => new Promise(() => {})`, /stopped without an end/],
  ])('%s', (_name, whole, says) => {
    const { status, value, stderr } = faulty(whole)
    expect([status, value]).toMatchObject([
      1,
      { error: { code: 'cli.fault', hint: 'Please report this.' } },
    ])
    expect(stderr).toMatch(says)
  })
})
