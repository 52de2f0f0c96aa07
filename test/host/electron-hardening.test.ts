// Electron's security checklist, as far as it is a matter of what Gatehouse asks Electron for. What
// a page can really do is tried in test/e2e/electron-window.spec.ts; docs/hardening.md has the whole
// list.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { electronFlags } from '../../main/host/launch/engine.mjs'
import { refusedSwitches, setSwitches } from '../../main/host/electron/hardening/switches.ts'
import { webPreferences } from '../../main/host/electron/hardening/web-preferences.ts'
import { unsupported } from '../electron-support.mjs'

const root = join(import.meta.dirname, '../..')

const sources = (...folders: readonly string[]): readonly (readonly [string, string])[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => [name, readFileSync(join(root, folder, name), 'utf8')] as const),
  )

describe('the preferences of every window', () => {
  it('have each protection on, and developer tools in a clone only', () => {
    const packaged = {
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      enableWebSQL: false,
      plugins: false,
      spellcheck: false,
      devTools: false,
    }
    expect(webPreferences('/preload.cjs', false)).toEqual(packaged)
    expect(webPreferences('/preload.cjs', true)).toEqual({ ...packaged, devTools: true })
  })

  it('are the same for every window that is made', () => {
    const created = sources('main')
      .filter(([, text]) => text.includes('new BrowserWindow('))
      .map(([name, text]) => [name, /webPreferences: webPreferences\(/.test(text)])
    expect(created.length).toBeGreaterThan(0)
    expect(created.filter(([, right]) => right !== true)).toEqual([])
    expect(
      sources('main').filter(([, text]) => /new (?:WebContentsView|BrowserView)\(/.test(text)),
    ).toEqual([])
  })
})

describe('what weakens Electron', () => {
  it.each([
    'crashReporter',
    'enableBlinkFeatures',
    'enableDeprecatedPaste',
    'allowpopups',
    'bypassCSP',
    'allowExtensions',
    'shell.openPath',
    'loadFile(',
    'executeJavaScript',
    'remote.enable',
  ])('%s is nowhere in main, preload or window', (name) => {
    expect(
      sources('main', 'preload', 'renderer')
        .filter(([, text]) => text.includes(name))
        .map(([file]) => file),
    ).toEqual([])
  })
})

describe('the window', () => {
  it('is listened to in one file only', () => {
    const listeners = sources('main').filter(([, text]) =>
      /\bipcMain\s*\.|\bipc\.(?:on|handle)\(|MessageChannelMain/.test(text),
    )
    expect(listeners.map(([name]) => name)).toEqual(['host/electron/ipc.ts'])
    // Which checks who sent it: electron-guards.test.ts.
    expect(listeners[0]?.[1].match(/ipcMain\.(?!removeHandler)\w+/g)).toEqual(['ipcMain.handle'])
  })
})

describe('a start with a switch of Chromium', () => {
  const start = (...given: readonly string[]) => ({
    given,
    platform: 'linux' as NodeJS.Platform,
    packaged: true,
    testBuild: false,
  })
  it.each<[string, readonly string[]]>([
    ['--no-sandbox', ['no-sandbox']],
    ['-no-sandbox', ['no-sandbox']],
    ['--NO-SANDBOX', ['no-sandbox']],
    ['--disable-seccomp-filter-sandbox', ['disable-seccomp-filter-sandbox']],
    ['--single-process', ['single-process']],
    ['--disable-web-security', ['disable-web-security']],
    ['--disable-features=IsolateOrigins', ['disable-features']],
    ['--enable-features=FedCm', ['enable-features']],
    ['--enable-features=UseOzonePlatform,FedCm', ['enable-features']],
    ['--enable-features=UseOzonePlatform,WaylandWindowDecorations', []],
    ['--enable-blink-features=X', ['enable-blink-features']],
    [
      '--unsafely-treat-insecure-origin-as-secure=http://x',
      ['unsafely-treat-insecure-origin-as-secure'],
    ],
    ['--remote-debugging-port=9222', ['remote-debugging-port']],
    ['--remote-debugging-pipe', ['remote-debugging-pipe']],
    ['--remote-debugging-io-pipes=3,4', ['remote-debugging-io-pipes']],
    ['--inspect-brk', ['inspect-brk']],
    ['--js-flags=--allow-natives-syntax', ['js-flags']],
    ['--js-flags=--max-semi-space-size=4', []],
    [`--js-flags=${electronFlags.join(' ')}`, []],
    ['--js-flags=--max-semi-space-size=4 --allow-natives-syntax', ['js-flags']],
    ['--load-extension=/tmp/x', ['load-extension']],
    ['--host-rules=MAP * evil.example', ['host-rules']],
    ['--proxy-server=http://127.0.0.1:1', ['proxy-server']],
    ['--user-data-dir=/tmp/x', ['user-data-dir']],
    ['--ssl-key-log-file=/tmp/x', ['ssl-key-log-file']],
    ['--gpu-launcher=/tmp/x', ['gpu-launcher']],
    ['--type=utility', ['type']],
    ['--password-store=basic', ['password-store']],
    ['--password-store=kwallet6', []],
    ['--of-tomorrow', ['of-tomorrow']],
    ['-psn_0_12345', ['psn_0_12345']],
    ['--ozone-platform-hint=auto', []],
    ['--ozone-platform-hint=/tmp/x', ['ozone-platform-hint']],
    ['--ozone-platform=wayland', []],
    ['--ozone-platform=headless', ['ozone-platform']],
    ['--enable-wayland-ime', []],
    ['--enable-wayland-ime=x', ['enable-wayland-ime']],
    ['--gtk-version=4', []],
    ['--gtk-version=/tmp/x', ['gtk-version']],
    ['--class=Gatehouse', []],
    ['--class=a b', ['class']],
    ['--lang=pt-BR', []],
    ['--lang=../../x', ['lang']],
    ['--disable-dev-shm-usage', []],
    ['--disable-dev-shm-usage=x', ['disable-dev-shm-usage']],
    ['--force-device-scale-factor=1.5', []],
    ['--force-device-scale-factor=1e9', ['force-device-scale-factor']],
    ['--disable-gpu', []],
    ['--disable-gpu=x', ['disable-gpu']],
    ['--config=/tmp/c.yaml', []],
    ['--hidden', []],
    ['--hidden=x', ['hidden']],
    ['--updated', []],
    ['--updated=x', ['updated']],
    ['--', []],
    ['gatehouse://approvals', []],
    ['/no-sandbox', []],
    ['no-sandbox', []],
  ])('%s: %j is refused by a package', (word, refused) => {
    expect(refusedSwitches(start(word))).toEqual(refused)
    expect(refusedSwitches({ ...start(word), packaged: false })).toEqual([])
  })

  it('may come from macOS itself', () => {
    const given = [
      '-psn_0_12345',
      '-NSDocumentRevisionsDebugMode',
      '-AppleLanguages',
      '-no-sandbox',
    ]
    expect(refusedSwitches({ ...start(...given), platform: 'darwin' })).toEqual(['no-sandbox'])
  })

  it('may be what the package of Linux itself starts the window with', () => {
    const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
    const own = /^ {2}executableArgs: \['(.+)'\]$/m.exec(builder)?.[1] ?? ''
    expect(own).toMatch(/^--/)
    expect(refusedSwitches(start(own))).toEqual([])
  })

  it('is read on Windows with a slash too', () => {
    expect(refusedSwitches({ ...start('/No-Sandbox'), platform: 'win32' })).toEqual(['no-sandbox'])
  })

  it('is refused in a build for tests as well, except for what drives the window', () => {
    expect(
      refusedSwitches({
        ...start('--remote-debugging-port=0', '--no-sandbox'),
        testBuild: true,
      }),
    ).toEqual(['no-sandbox'])
  })

  it('adds those of its own: no look-up ahead of time, no pings, no crash dumps', () => {
    const set: string[] = []
    setSwitches({ appendSwitch: (name) => set.push(name) })
    expect(set).toEqual(['dns-prefetch-disable', 'no-pings', 'disable-breakpad'])
  })
})

describe('the version of Electron', () => {
  it('is pinned exactly, and the lock file has that one', () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(root, name), 'utf8')) as {
        devDependencies: Record<string, string>
        packages: Record<string, { version: string }>
      }
    const pinned = read('package.json').devDependencies['electron'] ?? ''
    expect(pinned).toMatch(/^\d+\.\d+\.\d+$/)
    expect(read('package-lock.json').packages['node_modules/electron']?.version).toBe(pinned)
  })
})

describe('the nightly look at Electron’s versions', () => {
  const all = ['45.4.0', '45.4.1', '45.4.10', '45.5.0-beta.1', '46.0.0', '47.1.0', '48.0.0']
  it.each([
    ['45.4.10', '47.1.0', null],
    ['45.4.1', '47.1.0', 'Electron 45.4.1 lacks the fixes of 45.4.10.'],
    ['45.4.10', '48.0.0', 'Electron 45.4.10 is not supported any more: take 46 or newer.'],
    ['48.0.0', '48.0.0', null],
  ])('finds %s beside %s: %s', (pinned, newest, wrong) => {
    expect(unsupported(pinned, newest, all)).toBe(wrong)
  })
})
