// The life of a browser host: compose, listen, say where, wait for the end, put everything away.
import { homedir } from 'node:os'
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { findAppPaths } from '../../config/paths.ts'
import type { OpenedApp } from '../../wiring/app.ts'
import { limitHeapGrowthLater } from '../heap-growth.ts'
import { openLastHandler } from '../last-handler.ts'
import { workIn } from '../../config/folders/working-folder.ts'
import { openAppSafely } from '../../wiring/safe-mode.ts'
import { type BrowserArguments, readBrowserArguments } from './arguments.ts'
import { type OpenedPage, openPage } from '../open-page.ts'
import { canOpenBrowser } from './open-browser.ts'
import { type BrowserHost, openBrowserHost } from './server.ts'

/**
 * Runs until SIGINT, SIGTERM or SIGHUP. Gives the exit code: 0 ended by a person, 1 could not
 * start, 2 wrong arguments. `pageFolder`: the built renderer.
 */
export async function runBrowser(
  given: readonly string[],
  pageFolder: string,
  version: string,
): Promise<number> {
  const json = given.includes('--json')
  const words = readBrowserArguments(given)
  if (!words.ok) return complain(words.error, json, 2)
  const ended = endSignal()
  const last = openLastHandler()
  const opened = await open(words.value, pageFolder, version)
  if (!opened.ok) return complain(opened.error, json, 1)
  const { app, host } = opened.value
  last.join({ noted: app.noted, end: () => host.dispose().then(app.dispose) })
  const page = announce(host, words.value, app.gateway.url())
  limitHeapGrowthLater()
  await ended
  await (await page)?.dispose()
  await host.dispose()
  await app.dispose()
  return 0
}

type Opened = { readonly app: OpenedApp; readonly host: BrowserHost }

async function open(
  words: BrowserArguments,
  pageFolder: string,
  version: string,
): Promise<Result<Opened, Failure>> {
  const paths = findAppPaths({
    env: process.env,
    platform: process.platform,
    homedir: homedir(),
    config: words.config,
  })
  // The page is served once the app is there.
  let page: BrowserHost | null = null
  const app = await openAppSafely({
    host: 'browser',
    paths,
    version,
    gatewayPort: words.mcpPort,
    webhookPort: words.webhookPort,
    newLink: () => page?.newLink() ?? null,
    closePages: () => page?.closePages() ?? null,
  })
  if (!app.ok) return app
  workIn(paths.home)
  const host = await openBrowserHost({
    app: app.value,
    pages: app.value.pages,
    pageFolder,
    port: words.port,
  })
  if (host.ok) {
    page = host.value
    return ok({ app: app.value, host: host.value })
  }
  await app.value.dispose()
  return err(host.error)
}

async function announce(
  host: BrowserHost,
  words: BrowserArguments,
  mcp: string | null,
): Promise<OpenedPage | null> {
  const link = host.newLink()
  if (words.json) {
    console.log(JSON.stringify({ url: link, pid: process.pid, ...(mcp === null ? {} : { mcp }) }))
    return null
  }
  console.log(`Gatehouse is at ${link}`)
  if (process.stdin.isTTY) offerLinks(host)
  if (!words.open || !canOpenBrowser(process)) return null
  // A link of its own: the printed one stays good where this browser cannot read the file. No
  // opener: the printed one is what is left.
  return openPage(host.newLink()).catch(() => null)
}

/** A link opens one browser. For the next one, a person at the terminal presses Enter. */
function offerLinks(host: BrowserHost): void {
  console.log('The link works once. Press Enter for another, Ctrl+C to quit Gatehouse.')
  process.stdin.on('data', () => console.log(`Gatehouse is at ${host.newLink()}`))
  process.stdin.unref()
}

/**
 * The second signal ends the process at once: the one who sends it does not want to wait. A closed
 * terminal (SIGHUP) is told more than once, by the system and by the shell, and nobody waits there.
 */
function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const end = (signal: NodeJS.Signals): void => {
      if (asked && signal !== 'SIGHUP') process.exit(1)
      asked = true
      resolve()
    }
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end)
  })
}

function complain(error: Failure, json: boolean, code: number): number {
  if (json) console.log(JSON.stringify({ error }))
  console.error(`gatehouse: ${error.text}${error.hint === undefined ? '' : `\n${error.hint}`}`)
  return code
}
