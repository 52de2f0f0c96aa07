// Starts Chromium and speaks the DevTools protocol with it. Two ways in: a pipe for the stand-in
// itself, which also ties the browser's life to this process (a killed main leaves no window, as in
// Electron), and a port for the test's Playwright.
import { spawn } from 'node:child_process'
import { findHeadlessShell, LEAN } from '../chromium.mjs'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

export type Params = Readonly<Record<string, unknown>>
/** Messages of the protocol are read loosely: this file is not the place to describe all of it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Reply = any
type Listener = (params: Reply, sessionId: string | undefined) => void

export type Cdp = {
  send(method: string, params?: Params, sessionId?: string): Promise<Reply>
  on(method: string, listener: Listener): void
}

export type Chromium = Cdp & {
  /** `http://127.0.0.1:PORT`, for `chromium.connectOverCDP`. */
  readonly endpoint: string
  readonly ended: Promise<void>
  close(): Promise<void>
}

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--remote-debugging-port=0',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--password-store=basic',
  '--use-mock-keychain',
  '--window-size=1240,820',
  ...LEAN,
]

export async function startChromium(profile: string): Promise<Chromium> {
  mkdirSync(profile, { recursive: true })
  const portFile = join(profile, 'DevToolsActivePort')
  rmSync(portFile, { force: true })
  // Only here, where the browser shows nothing but our own page to a test: Chromium's sandbox
  // refuses root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const program = findHeadlessShell()
  if (program === null)
    throw new Error(
      'stand-in: there is no Chromium; install one, or name it in GATEHOUSE_CHROMIUM.',
    )
  const child = spawn(program, [...FLAGS, ...asRoot, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.once('error', (error) =>
    process.stderr.write(`stand-in: cannot start Chromium: ${error.message}\n`),
  )
  const cdp = speak(child.stdio[3] as Writable, child.stdio[4] as Readable)
  await cdp.send('Browser.getVersion')
  const port = await readPort(portFile, () => child.exitCode !== null)
  return {
    ...cdp,
    endpoint: `http://127.0.0.1:${port}`,
    ended,
    async close() {
      void cdp.send('Browser.close').catch(() => undefined)
      await Promise.race([ended, wait(3000)])
      child.kill('SIGKILL')
    },
  }
}

/** Messages on the pipe end with a zero byte. */
function speak(out: Writable, into: Readable): Cdp {
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >()
  const listeners = new Map<string, Listener[]>()
  let last = 0
  let rest = Buffer.alloc(0)
  out.on('error', () => undefined)
  into.on('error', () => undefined)
  into.on('close', () =>
    waiting.forEach(({ reject }) => reject(new Error('stand-in: Chromium is gone.'))),
  )
  into.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString('utf8')) as Reply
      rest = rest.subarray(end + 1)
      if (message.id === undefined)
        for (const listener of listeners.get(message.method) ?? [])
          listener(message.params, message.sessionId)
      else {
        const call = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.error === undefined) call?.resolve(message.result)
        else call?.reject(new Error(`stand-in: ${message.error.message}`))
      }
    }
  })
  return {
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject })
        out.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
      }),
    on: (method, listener) =>
      void listeners.set(method, [...(listeners.get(method) ?? []), listener]),
  }
}

async function readPort(file: string, hasEnded: () => boolean): Promise<number> {
  for (const late = Date.now() + 240_000; !hasEnded() && Date.now() < late; await wait(20)) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (port > 0) return port
  }
  throw new Error('stand-in: Chromium opened no debugging port.')
}
