// How many files hand an allowed command on, from the router to the process that runs it: those that
// wait for each other while it is sent there. What is asked on the way (parsing, rules, redaction) has
// answered by then and is not counted.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { makeTemporary } from '../temporary.ts'

const codebase = join(import.meta.dirname, '../..')
const MOST = 25

let end = async (): Promise<void> => {}
afterEach(() => end())

/** Files of ours on the stack, the ones that wait included. */
function filesOnStack(): readonly string[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = Infinity
  const stack = new Error('Only for its stack.').stack ?? ''
  Error.stackTraceLimit = before
  return [...stack.matchAll(/(?:file:\/\/)?(\/[^\s():]+\.ts):\d+/g)]
    .map(([, file = '']) => relative(codebase, file))
    .filter((file) => /^(?:main|tools)\//.test(file))
}

/** Every file that was on a stack when something was written to a socket meanwhile. */
async function filesBehindWrites(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const seen = new Set<string>()
  const write = Object.getOwnPropertyDescriptor(Socket.prototype, 'write')
  const { write: inherited } = Socket.prototype
  Socket.prototype.write = function (this: Socket, ...args: never[]) {
    for (const file of filesOnStack()) seen.add(file)
    return Reflect.apply(inherited, this, args) as boolean
  }
  try {
    await work()
  } finally {
    if (write === undefined) Reflect.deleteProperty(Socket.prototype, 'write')
    else Object.defineProperty(Socket.prototype, 'write', write)
  }
  return seen
}

async function openWith(rules: string) {
  const root = makeTemporary('way-of-exec')
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, 'config.yaml'), rules)
  const paths = findAppPaths({
    env: { GATEHOUSE_HOME: home },
    platform: process.platform,
    homedir: root,
  })
  mkdirSync(paths.defaultWorkspace)
  const opened = await openApp({ host: 'browser', paths, version: '0.0.0-test', gatewayPort: 0 })
  if (!opened.ok) throw new Error(opened.error.text)
  end = async () => {
    await opened.value.dispose()
    rmSync(root, { recursive: true, force: true })
  }
  return (command: string) =>
    opened.value.call(
      'tools.run',
      { tool: 'exec', args: { command }, wait: false },
      { surface: 'cli' },
    )
}

describe('an allowed command', () => {
  it.runIf(process.platform === 'linux').each([
    ['that is tried in a copy and changes nothing', 'ls', ''],
    [
      'that a rule allows',
      'touch made',
      'rules:\n  - id: mine\n    when: { commands: [touch] }\n    effect: allow\n    reason: Mine.\n',
    ],
  ])('%s passes at most 25 files', async (_what, command, rules) => {
    const run = await openWith(rules)
    // What is made once is there then.
    await run('ls')
    let result: unknown
    const files = await filesBehindWrites(async () => (result = await run(command)))
    expect(result).toMatchObject({ ok: true, value: { status: 'done', route: 'policy' } })
    // The way is really seen: its beginning, its middle and its end.
    for (const file of ['main/ipc/serve.ts', 'main/pipeline/run-tool.ts', 'tools/exec.ts'])
      expect([...files]).toContain(file)
    expect([...files].filter((file) => file.startsWith('main/sandbox/'))).not.toEqual([])
    expect([files.size <= MOST, [...files]]).toEqual([true, [...files]])
  })
})
