// One browser for each session, with a fresh profile, started when it is first needed and closed when
// it has been idle. Playwright drives it over the DevTools protocol.
import type { BrowserContext, Browser, Page } from 'playwright-core'
import { failure, type Failure } from '../../contract/failure.ts'
import type { SessionId } from '../../contract/ids.ts'
import type { BrowsedPage, BrowseStep } from '../../contract/call/powers/browse-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  keyOf,
  openPageRequests,
  type Allowed,
  type PageRequestsDeps,
  type NetTouch,
} from './page-requests.ts'
import { take } from './steps.ts'

const MOST = 3
const IDLE_MS = 600_000

/** Newer browsers know the first name only, and older ones the second. */
const noWebRtc = ['', 'force-'].map(
  (prefix) => `--${prefix}webrtc-ip-handling-policy=disable_non_proxied_udp`,
)

export type BrowsersDeps = {
  /** The file of the browser; null: none is installed. */
  readonly program: () => string | null
  /** Only the system administrator has no use for the browser's own sandbox. */
  readonly root: boolean
}

type Open = {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
  readonly allowed: Allowed
  readonly requests: ReturnType<typeof openPageRequests>
  signal: AbortSignal
  idle: NodeJS.Timeout
}

export type Browsers = ReturnType<typeof openBrowsers>

export function openBrowsers({ program, root }: BrowsersDeps) {
  const open = new Map<SessionId, Open>()

  const close = async (session: SessionId): Promise<void> => {
    const found = open.get(session)
    if (found === undefined) return
    open.delete(session)
    clearTimeout(found.idle)
    await found.browser.close().catch(() => {})
  }

  const start = async (
    session: SessionId,
    deps: PageRequestsDeps,
    signal: AbortSignal,
  ): Promise<Result<Open, Failure>> => {
    const executablePath = program()
    if (executablePath === null) return err(noBrowser)
    const [oldest] = open.keys()
    if (open.size >= MOST && oldest !== undefined) await close(oldest)
    // Slow to load, and seldom needed.
    const { chromium } = await import('playwright-core')
    try {
      const browser = await chromium.launch({
        executablePath,
        headless: true,
        chromiumSandbox: !root,
        timeout: 30_000,
        // Nothing listens there: what is not carried out by Gatehouse goes nowhere.
        proxy: { server: 'http://127.0.0.1:9' },
        args: ['--disable-quic', ...noWebRtc],
      })
      const context = await browser.newContext({
        serviceWorkers: 'block',
        acceptDownloads: false,
        viewport: { width: 1_280, height: 800 },
      })
      const allowed: Allowed = { looks: new Set(), sends: new Set(), busy: false }
      const requests = openPageRequests(deps, allowed, async (url) =>
        (await context.cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; '),
      )
      // What would open a connection of its own, beside the requests that are judged.
      await context.addInitScript(
        `for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport']) delete globalThis[name]`,
      )
      const page = await context.newPage()
      const idle = setTimeout(() => void close(session), IDLE_MS).unref()
      const opened: Open = { browser, context, page, allowed, requests, signal, idle }
      await context.route('**/*', (route) => requests.route(route, opened.signal))
      await context.routeWebSocket(/.*/, (socket) => {
        requests.block(socket.url())
        return socket.close()
      })
      // Only one page: what opens another is closed.
      context.on('page', (other) => void (other === page ? undefined : other.close()))
      page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}))
      browser.on('disconnected', () => open.delete(session))
      open.set(session, opened)
      return ok(opened)
    } catch (thrown) {
      const why = thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : ''
      return err(failure('browser.start', `The browser could not be started: ${why.slice(0, 200)}`))
    }
  }

  return {
    /** Takes one step, with what this call was permitted. */
    async browse(
      step: BrowseStep,
      session: SessionId,
      permitted: readonly NetTouch[],
      deps: PageRequestsDeps,
      signal: AbortSignal,
    ): Promise<Result<BrowsedPage, Failure>> {
      if (step.kind === 'close') {
        await close(session)
        return ok(nothingOpen)
      }
      const known = open.get(session)
      if (known === undefined && step.kind !== 'open') return err(noPage)
      const found = known === undefined ? await start(session, deps, signal) : ok(known)
      if (!found.ok) return found
      const now = found.value
      now.idle.refresh()
      now.signal = signal
      for (const touch of permitted) if (touch.method === 'GET') now.allowed.looks.add(keyOf(touch))
      now.allowed.busy = true
      now.allowed.sends = new Set(
        permitted.filter(({ method }) => method === 'POST').map((touch) => keyOf(touch)),
      )
      // A page that hangs is ended with its browser: nothing of it goes on after a stop.
      const stop = (): void => void close(session)
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await take(step, now.page, now.requests)
      } finally {
        signal.removeEventListener('abort', stop)
        now.allowed.sends = new Set()
        now.allowed.busy = false
      }
    },
    close,
    async dispose(): Promise<void> {
      await Promise.all([...open.keys()].map(close))
    },
  }
}

const nothingOpen: BrowsedPage = {
  url: '',
  title: '',
  status: null,
  text: 'The browser is closed.',
  value: null,
  picture: null,
  blocked: [],
}
const noPage = failure('browser.no-page', 'No page is open.', 'Use open with an address first.')
const noBrowser = failure(
  'browser.none',
  'No browser is installed here.',
  'Ask the person to install Chrome, Edge or Chromium.',
)
