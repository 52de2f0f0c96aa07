// However a headless app or one for the browser is started, it runs with the settings that keep its
// memory small.
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { engineStart } from '../../main/host/cli/session/start-with-engine.ts'
import { engineEnv, engineFlags } from '../../main/host/launch/engine.mjs'
import { openTestApp } from '../mcp/gateway/test-app.ts'
import { spawn } from 'node:child_process'
import { makeHome } from './gatehouse.ts'

const here = {
  execPath: '/bin/node',
  execArgv: [],
  argv: ['/bin/node', '/cli.js', 'serve', '--json'],
  env: { HOME: '/h' },
}

describe('an app that is started without the flags', () => {
  it('is started again with them, its own flags and arguments as they were', () => {
    expect(engineStart({ ...here, execArgv: ['--inspect'] })).toEqual({
      file: '/bin/node',
      args: ['--inspect', ...engineFlags, '/cli.js', 'serve', '--json'],
      env: { HOME: '/h', ...engineEnv },
    })
  })

  it('is left alone where it has them, so that no start leads to another', () => {
    const again = engineStart(here)
    expect(again).not.toBeNull()
    const execArgv = (again?.args ?? []).filter((word) => engineFlags.some((flag) => flag === word))
    expect(engineStart({ ...here, execArgv, env: again?.env ?? {} })).toBeNull()
  })

  it('keeps what a person set in the environment', () => {
    expect(engineStart({ ...here, env: { MALLOC_ARENA_MAX: '4' } })?.env).toEqual({
      ...engineEnv,
      MALLOC_ARENA_MAX: '4',
    })
  })
})

/** What the kernel knows of how this process was started. */
const startOf = (pid: number) => ({
  flags: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0'),
  env: readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0'),
})
const wanted = {
  flags: expect.arrayContaining([...engineFlags]) as string[],
  env: expect.arrayContaining(
    Object.entries(engineEnv).map(([name, value]) => `${name}=${value}`),
  ) as string[],
}

describe.runIf(process.platform === 'linux')('the process of an app', () => {
  it(
    'of `gatehouse serve` is the one that was started, with the flags, and ends in order',
    { timeout: 600_000 },
    async () => {
      const home = makeHome()
      onTestFinished(home.remove)
      const app = home.start('serve', '--port', '0', '--json')
      const said = await app.until(/"url".*\n/)
      const pid = Number(/"pid":(\d+)/.exec(said)?.[1])
      expect([pid, startOf(pid)]).toEqual([app.child.pid, wanted])
      app.child.kill('SIGTERM')
      expect((await app.ended).code).toBe(0)
    },
  )

  it('that a bridge starts has them too @whole', { timeout: 600_000 }, async () => {
    const testApp = openTestApp()
    onTestFinished(testApp.remove)
    const { command, args, env } = testApp.command('tester')
    const bridge = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'inherit'] })
    onTestFinished(() => void bridge.kill('SIGKILL'))
    await testApp.person()
    expect(startOf(testApp.pid() ?? 0)).toEqual(wanted)
  })
})
