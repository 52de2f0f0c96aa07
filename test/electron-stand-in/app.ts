// `app`: the life of the process, one instance for each folder of user data, and Chromium behind
// it.
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Chromium, startChromium } from './chromium.ts'
import { watchDownloads } from './downloads.ts'
import { preventable } from './events.ts'
import { record, seen } from './record.ts'

let userData = ''
let locked = false
let quitting = false
let started: Promise<Chromium> | null = null
/** Set by browser-window.ts: asks every window to close; false where one refused. */
let closeWindows: () => boolean = () => true

export const onQuit = (close: () => boolean): void => void (closeWindows = close)

export function chromium(): Promise<Chromium> {
  started ??= startChromium(join(userData, 'chromium')).then(async (browser) => {
    await watchDownloads(browser, join(userData, 'downloads'))
    record({ endpoint: browser.endpoint })
    void browser.ended.then(() => exit(0))
    return browser
  })
  return started
}

// A package has this folder; one that a test only plays has an empty one.
if (process.env['GATEHOUSE_STAND_IN_PACKAGED'] === '1' && !('resourcesPath' in process))
  Object.defineProperty(process, 'resourcesPath', { value: '/nonexistent' })

class App extends EventEmitter {
  /** As a test says, or in a package: what differs there is tried, too. */
  readonly isPackaged =
    process.env['GATEHOUSE_STAND_IN_PACKAGED'] === '1' || 'resourcesPath' in process
  /** While quitting, closing the last window is no event of its own. */
  closing = false
  readonly commandLine = {
    appendSwitch: (name: string): void => record({ switches: [...seen().switches, name] }),
  }
  enableSandbox(): void {
    record({ sandbox: true })
  }
  setPath(name: string, path: string): void {
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`)
    if (name === 'userData') userData = path
  }
  getPath(): string {
    return userData
  }
  async whenReady(): Promise<void> {
    await chromium()
  }
  getLoginItemSettings(): { openAtLogin: boolean; wasOpenedAtLogin: boolean } {
    return { openAtLogin: false, wasOpenedAtLogin: false }
  }
  releaseSingleInstanceLock(): void {
    if (locked) rmSync(join(userData, 'stand-in.lock'), { force: true })
    locked = false
  }
  getVersion(): string {
    return process.env['GATEHOUSE_STAND_IN_VERSION'] ?? '0.1.0'
  }
  getName(): string {
    return 'gatehouse'
  }
  setBadgeCount(count = 0): boolean {
    record({ badge: count })
    return true
  }
  setAsDefaultProtocolClient(): boolean {
    return true
  }
  /** Like Electron's: the second start hands its arguments to the first, and gets false. */
  requestSingleInstanceLock(): boolean {
    mkdirSync(userData, { recursive: true })
    const lock = join(userData, 'stand-in.lock')
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
    if (holder > 0 && holder !== process.pid && isAlive(holder)) {
      writeFileSync(join(userData, 'stand-in.second'), JSON.stringify(process.argv))
      process.kill(holder, 'SIGUSR2')
      return false
    }
    writeFileSync(lock, String(process.pid))
    locked = true
    process.on('SIGUSR2', () => {
      const given = JSON.parse(readFileSync(join(userData, 'stand-in.second'), 'utf8')) as string[]
      this.emit('second-instance', {}, given, '/', null)
    })
    return true
  }
  quit(): void {
    if (quitting) return
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    this.closing = true
    const closed = closeWindows()
    this.closing = false
    if (!closed) return
    const will = preventable({})
    this.emit('will-quit', will)
    if (!will.defaultPrevented) exit(0)
  }
  exit(code = 0): void {
    exit(code)
  }
}

export const app = new App()

function exit(code: number): void {
  if (quitting) return
  quitting = true
  if (locked) rmSync(join(userData, 'stand-in.lock'), { force: true })
  void Promise.resolve(started)
    .then((browser) => browser?.close())
    .finally(() => process.exit(code))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

// As in Electron: its own answer to a signal counts until the app has one.
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (process.listenerCount(signal) === 1) app.quit()
  })
