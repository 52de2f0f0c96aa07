// The Electron host: in the real Electron where its binary is on this machine and can run here,
// else on the stand-in.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { _electron, chromium } from '@playwright/test'
import { electronObstacle, findElectron } from '../../../main/host/launch/electron.mjs'
import type { Act, Recorded } from '../../electron-stand-in/record.ts'
import { orKill, startNode, startProgram, watch } from './child.ts'
import { built, installed, root } from './root.ts'
import type { Started, StartOptions } from './started.ts'

/** For `node --import`. */
export const standInHook = new URL('../../electron-stand-in/register.mjs', import.meta.url).href

/** Why the real Electron cannot be used here; null where it can. */
export function noRealElectron(): string | null {
  const app = installed('app')
  // A packed stand-in is a script of the shell.
  if (app !== null && readFileSync(app).subarray(0, 2).toString() === '#!')
    return 'the installed app is packed with the stand-in of Electron'
  if (app === null && findElectron(root) === null) return 'Electron’s binary is not on this machine'
  return electronObstacle()
}

export const startInElectron = (options: StartOptions): Promise<Started> =>
  noRealElectron() === null ? startReal(options) : startStandIn(options)

async function startReal(options: StartOptions): Promise<Started> {
  const { env, args, output } = options
  const app = installed('app')
  if (app !== null) return startInstalled(app, options)
  const settings = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const electron = await _electron.launch({
    executablePath: findElectron(root) ?? '',
    args: [root, ...args],
    env: settings,
  })
  const child = watch(electron.process())
  electron.process().stdout?.setEncoding('utf8').on('data', output)
  electron.process().stderr?.setEncoding('utf8').on('data', output)
  const page = await electron.firstWindow()
  await page.waitForLoadState()
  return {
    page,
    pid: electron.process().pid ?? 0,
    desktop: null,
    link: null,
    ended: child.ended,
    stop: child.stop,
    kill: child.kill,
  }
}

/**
 * The installed app refuses the inspector by which Playwright starts Electron, as its fuses say. Its
 * window is reached as that of any Chromium, by a port that is told in its folder.
 */
async function startInstalled(app: string, options: StartOptions): Promise<Started> {
  const file = join(options.env['GATEHOUSE_HOME'] ?? '', 'data/electron/DevToolsActivePort')
  rmSync(file, { force: true })
  const child = startProgram(app, ['--remote-debugging-port=0', ...options.args], options)
  return orKill(child, async () => {
    while (!existsSync(file)) {
      if (child.process.exitCode !== null) throw new Error('The installed app ended at once.')
      await wait(100)
    }
    const [port = ''] = readFileSync(file, 'utf8').split('\n')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('The installed app has no context.')
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.waitForLoadState()
    return {
      page,
      pid: child.process.pid ?? 0,
      desktop: null,
      link: null,
      ended: child.ended,
      stop: child.stop,
      kill: child.kill,
    }
  })
}

async function startStandIn(options: StartOptions): Promise<Started> {
  let recorded: Recorded | null = null
  let text = ''
  const output = (piece: string): void => {
    options.output(piece)
    text += piece
  }
  const app = installed('app')
  const child =
    app === null
      ? startNode(['--import', standInHook, built('main', 'electron.js'), ...options.args], {
          ...options,
          output,
        })
      : startProgram(app, options.args, { ...options, output })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.process.on('message', (message) => {
    recorded = message as Recorded
    if (recorded.endpoint !== '' && recorded.windows > 0) resolve(recorded.endpoint)
  })
  void child.ended.then(() =>
    reject(new Error(`The Electron host ended before it had a window:\n${text}`)),
  )

  return orKill(child, async () => {
    const browser = await chromium.connectOverCDP(await promise)
    const [context] = browser.contexts()
    if (context === undefined) throw new Error('The stand-in has no context.')
    const page = context.pages()[0] ?? (await context.waitForEvent('page'))
    await page.waitForURL(/^https:\/\/app\.stand-in\.invalid\//)
    // Playwright keeps notes on a browser that is not its own in the temporary folder, and forgets
    // them there when it ends.
    const forget = (): Promise<unknown> =>
      Promise.allSettled([context.tracing.stop(), context.request.tracing.stop()])
    return {
      page,
      pid: child.process.pid ?? 0,
      link: null,
      ended: child.ended,
      async stop() {
        await forget()
        await child.stop()
      },
      async kill() {
        await forget()
        await child.kill()
      },
      desktop: {
        seen() {
          if (recorded === null) throw new Error('The stand-in has recorded nothing yet.')
          return recorded
        },
        act: (act: Act) => void child.process.send(act),
      },
    }
  })
}
