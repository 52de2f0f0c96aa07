// `test` for every end-to-end spec: gives each test a Gatehouse of its own, in the host of the
// project, with its own home and workspace in a temporary folder. Both are gone after the test, and
// so is every process.
//
//   test('…', async ({ gatehouse }) => {
//     await gatehouse.page.getByRole('link', { name: 'Approvals' }).click()
//     await gatehouse.kill()
//     await gatehouse.restart()
//   })
//
// `test.use({ config: 'approvals: { timeoutSeconds: 1 }' })` writes the configuration before the
// first start.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, test as base, type Page } from '@playwright/test'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import { makeTemporary } from '../../temporary.ts'
import { callFromPage } from './call-from-page.ts'
import { type CliEnd, runCli } from './cli.ts'
import { startSecond } from './second.ts'
import type { Desktop, Started } from './started.ts'
import { startInBrowser } from './start-browser.ts'
import { startInElectron } from './start-electron.ts'

export { expect } from '@playwright/test'

export type Host = 'browser' | 'electron'

export type Gatehouse = {
  readonly host: Host
  /** The window as it is now: another one after a restart. */
  readonly page: Page
  readonly home: string
  readonly workspace: string
  readonly configFile: string
  readonly pid: number
  /** Tray, notifications and the person's hand on them, where the stand-in plays Electron. */
  readonly desktop: Desktop | null
  /** The browser host's one-time link, spent by `page`; null in Electron. */
  readonly link: string | null
  /** All that main wrote to its terminal, over all its starts. */
  output(): string
  /** One call of the IPC table, made by the page itself over its own bridge. */
  call<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Result<Output<C>, Failure>>
  /** `gatehouse …` with this home. */
  cli(...words: readonly string[]): Promise<CliEnd>
  /** One more start of the same host with the same home, run to its end. */
  startSecond(
    ...args: readonly string[]
  ): Promise<{ readonly code: number | null; readonly output: string }>
  /** Done when main has ended by itself. */
  ended(): Promise<void>
  /** SIGKILL. */
  kill(): Promise<void>
  /** SIGTERM, waited for. */
  stop(): Promise<void>
  /**
   * Ends it if it still runs, and starts it again with the same home. What was killed leaves its page
   * open. `args`: beside those of every start.
   */
  restart(...args: readonly string[]): Promise<void>
}

export type HostOptions = {
  /** Set by the project. */
  host: Host
  /** Text of config.yaml, written before the first start. Empty: no such file. */
  config: string
  /** More environment for main. */
  env: Readonly<Record<string, string>>
}

export const test = base.extend<HostOptions & { gatehouse: Gatehouse }>({
  host: ['browser', { option: true }],
  config: ['', { option: true }],
  env: [{}, { option: true }],

  gatehouse: async ({ host, config, env, browser }, provide, info) => {
    await withGatehouse({ host, config, env }, browser, async (gatehouse) => {
      await provide(gatehouse)
      if (info.status !== info.expectedStatus)
        await info.attach('main.log', { body: gatehouse.output() })
    })
  },
})

/**
 * One Gatehouse for all tests of a `describe`, which run in it one after another: for those that
 * only look, and leave the window where it is. Starting it is most of what such a test costs. The
 * host is the one of the project, where none is named.
 */
export function shareGatehouse({
  host,
  ...options
}: Omit<HostOptions, 'host'> & { readonly host?: Host }): () => Gatehouse {
  test.describe.configure({ mode: 'default' })
  let shared: Gatehouse | null = null
  let end = (): void => {}
  let ended: Promise<void> = Promise.resolve()
  test.beforeAll(async ({ browser }, { project }) => {
    const { host: own } = project.use as Partial<HostOptions>
    const ready = Promise.withResolvers<void>()
    ended = withGatehouse(
      { ...options, host: host ?? own ?? 'browser' },
      browser,
      async (gatehouse) => {
        shared = gatehouse
        const over = new Promise<void>((resolve) => (end = resolve))
        ready.resolve()
        await over
      },
    )
    await Promise.race([ready.promise, ended])
  })
  test.afterAll(() => {
    end()
    return ended
  })
  return () => {
    if (shared === null) throw new Error('The shared Gatehouse is not there yet.')
    return shared
  }
}

async function withGatehouse(
  { host, config, env: more }: HostOptions,
  browser: Browser,
  work: (gatehouse: Gatehouse) => Promise<void>,
): Promise<void> {
  const paths = await makePaths(config)
  const env = { ...process.env, ...more, GATEHOUSE_HOME: paths.home, CI: '1' }
  try {
    const gatehouse = await open(host, paths, env, browser)
    try {
      await work(gatehouse)
    } finally {
      await gatehouse.stop()
    }
  } finally {
    // Those of hosts that were killed are open still.
    await Promise.all(browser.contexts().map((context) => context.close()))
    await rm(paths.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The address of the window once its first screen is there. */
export async function finalUrl(page: Page): Promise<string> {
  await firstScreen(page)
  return page.url()
}

/**
 * Done when the first screen is there and takes keys. Those pressed before are lost, as in any
 * program that is not there yet.
 */
async function firstScreen(page: Page): Promise<void> {
  await page.waitForFunction(
    () => location.hash !== '' && document.querySelector('main h1') !== null,
  )
}

type TestPaths = {
  readonly folder: string
  readonly home: string
  readonly workspace: string
  readonly configFile: string
}

async function makePaths(config: string): Promise<TestPaths> {
  const folder = makeTemporary('e2e')
  const home = join(folder, 'home')
  const paths = {
    folder,
    home,
    workspace: `${home}-workspace`,
    configFile: join(home, 'config.yaml'),
  }
  await mkdir(home, { mode: 0o700 })
  await mkdir(paths.workspace)
  if (config !== '') await writeFile(paths.configFile, config)
  return paths
}

async function open(
  host: Host,
  paths: TestPaths,
  env: NodeJS.ProcessEnv,
  browser: Browser,
): Promise<Gatehouse> {
  let output = ''
  const options = { env, output: (text: string) => void (output += text) }
  const start = (args: readonly string[]): Promise<Started> =>
    host === 'browser'
      ? startInBrowser(browser, { ...options, args })
      : startInElectron({ ...options, args })
  const started = async (args: readonly string[] = []): Promise<Started> => {
    const one = await start(args)
    await firstScreen(one.page).catch(async (error: unknown) => {
      await one.kill()
      throw error
    })
    return one
  }
  let now = await started()
  let running = true
  const end = async (how: 'stop' | 'kill'): Promise<void> => {
    if (!running) return
    running = false
    await now[how]()
  }
  return {
    host,
    home: paths.home,
    workspace: paths.workspace,
    configFile: paths.configFile,
    get page() {
      return now.page
    },
    get pid() {
      return now.pid
    },
    get desktop() {
      return now.desktop
    },
    get link() {
      return now.link
    },
    output: () => output,
    call: (channel, input) => callFromPage(now.page, channel, input),
    cli: (...words) => runCli(words, env),
    startSecond: (...args) => startSecond(host, args, env),
    async ended() {
      await now.ended
      running = false
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    async restart(...args) {
      await end('stop')
      now = await started(args)
      running = true
    },
  }
}
