// What main does with each question Electron asks it: where may this go, may it be opened, may this
// be requested, who sent this. Each guard is asked alone, because in a real page several of them
// refuse the same thing and one that is broken would not show.
import { EventEmitter } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App as ElectronApp, IpcMain, Session, WebContents } from 'electron'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ok } from '../../contract/result.ts'
import { CALL } from '../../contract/ipc/wire.ts'
import { connectWindows } from '../../main/host/electron/ipc.ts'
import { restrictNavigation } from '../../main/host/electron/navigation.ts'
import { declareScheme, servePage } from '../../main/host/electron/page-protocol.ts'
import { restrictSession } from '../../main/host/electron/hardening/permissions.ts'
import { contentSecurityPolicy, pageHeaders } from '../../main/host/page/page-headers.ts'
import { fakeApp } from '../fakes/app.ts'
import { makeTemporary } from '../temporary.ts'

describe('contents of any kind', () => {
  type Opening = (details: { url: string }) => { action: string }
  const contents = (focused: boolean) => {
    const opened: string[] = []
    const app = new EventEmitter()
    restrictNavigation(app as unknown as ElectronApp, {
      openExternal: async (url) => void opened.push(url),
    })
    let opens: Opening = () => ({ action: 'allow' })
    const created = Object.assign(new EventEmitter(), {
      setWindowOpenHandler: (handler: Opening) => void (opens = handler),
      isFocused: () => focused,
    })
    app.emit('web-contents-created', {}, created)
    const refuses = (name: string, url: string): boolean => {
      let prevented = false
      created.emit(name, { url, preventDefault: () => void (prevented = true) })
      return prevented
    }
    return { refuses, open: (url: string) => opens({ url }).action, opened }
  }
  const foreign = [
    'https://example.org/',
    'http://127.0.0.1:8080/',
    'file:///etc/passwd',
    'data:text/html,x',
    'about:blank',
    'javascript:alert(1)',
    'gatehouse://app.example.org/',
  ]

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
    'go nowhere but to our own origin: %s',
    (name) => {
      const { refuses } = contents(true)
      expect(foreign.filter((url) => !refuses(name, url))).toEqual([])
      expect(refuses(name, 'gatehouse://app/#/approvals')).toBe(false)
    },
  )

  it('have no webview attached, not even one of our own', () => {
    const { refuses } = contents(true)
    expect(
      ['https://example.org/', 'gatehouse://app/'].map((url) =>
        refuses('will-attach-webview', url),
      ),
    ).toEqual([true, true])
  })

  it('open no window, and hand web pages and mail to the system', () => {
    const { open, opened } = contents(true)
    const urls = [...foreign, 'gatehouse://app/', 'mailto:a@example.org', 'http://example.org/']
    expect(urls.map(open)).toEqual(urls.map(() => 'deny'))
    expect(opened).toEqual(['https://example.org/', 'mailto:a@example.org'])
  })

  it('hand nothing to the system while they have no focus', () => {
    const { open, opened } = contents(false)
    expect(open('https://example.org/')).toBe('deny')
    expect(opened).toEqual([])
  })
})

describe('the session of the window', () => {
  // oxlint-disable-next-line typescript/no-explicit-any
  type Handler = (...given: any[]) => unknown
  /** By the name of what sets them. */
  const handlers = new Map<string, Handler>()
  const setters = [
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
    'setDisplayMediaRequestHandler',
    'setBluetoothPairingHandler',
    'setUSBProtectedClassesHandler',
  ]
  const spelling: boolean[] = []
  const session = {
    webRequest: { onBeforeRequest: (handler: Handler) => handlers.set('onBeforeRequest', handler) },
    setSpellCheckerEnabled: (on: boolean) => void spelling.push(on),
    ...Object.fromEntries(
      setters.map((name) => [name, (handler: Handler) => handlers.set(name, handler)]),
    ),
  }
  restrictSession(session as unknown as Session)
  const ask = (name: string, ...given: readonly unknown[]): unknown =>
    handlers.get(name)?.(...given)
  /** What a handler calls back with. */
  const answerOf = (name: string, ...given: readonly unknown[]): unknown => {
    let answer: unknown = 'none'
    ask(name, ...given, (value: unknown) => void (answer = value))
    return answer
  }

  it.each([
    ['gatehouse://app/assets/index-1.js', 'script', false],
    ['gatehouse://app/', 'mainFrame', false],
    ['blob:gatehouse://app/1-2-3', 'other', false],
    ['data:image/png;base64,AAAA', 'image', false],
    ['data:text/html,x', 'mainFrame', true],
    ['data:text/javascript,x', 'script', true],
    ['gatehouse://evil/', 'script', true],
    ['blob:https://example.org/1', 'other', true],
    ['https://example.org/x.js', 'script', true],
    ['http://example.org/x.png', 'image', true],
    ['ws://127.0.0.1:9/', 'webSocket', true],
    ['wss://example.org/', 'webSocket', true],
    ['ftp://example.org/', 'other', true],
    ['file:///etc/passwd', 'subFrame', true],
    ['chrome-extension://x/y.js', 'script', true],
  ])('a request for %s (%s) is cancelled: %s', (url, resourceType, cancel) => {
    expect(answerOf('onBeforeRequest', { url, resourceType })).toEqual({ cancel })
  })

  it.each([
    'media',
    'clipboard-read',
    'notifications',
    'openExternal',
    'fileSystem',
    'of-tomorrow',
  ])('refuses the permission %s, asked for and looked up', (permission) => {
    expect([
      answerOf('setPermissionRequestHandler', null, permission),
      ask('setPermissionCheckHandler', null, permission, 'gatehouse://app'),
    ]).toEqual([false, false])
  })

  it('gives no device, no screen and no pairing, and leaves every class of USB protected', () => {
    expect(ask('setDevicePermissionHandler', { deviceType: 'usb' })).toBe(false)
    expect(answerOf('setDisplayMediaRequestHandler', {})).toBe(null)
    expect(answerOf('setBluetoothPairingHandler', {})).toEqual({ confirmed: false })
    const protectedClasses = ['audio', 'hid']
    expect(ask('setUSBProtectedClassesHandler', { protectedClasses })).toEqual(protectedClasses)
  })

  it('checks no spelling', () => {
    expect(spelling).toEqual([false])
  })
})

describe('the policy of our page', () => {
  it('lets it load from its own origin, run nothing else, and reach nobody', () => {
    expect(contentSecurityPolicy({ styleNonce: 'n' }).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'nonce-n'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'none'",
      "frame-src 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  it('has no word with unsafe, whatever it is asked for', () => {
    expect(contentSecurityPolicy({ connect: ['ws://127.0.0.1:1'], styleNonce: 'n' })).not.toContain(
      'unsafe',
    )
  })
})

describe('the scheme of our page', () => {
  let folder: string
  beforeAll(() => {
    folder = makeTemporary('page-protocol')
    mkdirSync(join(folder, 'page'))
    writeFileSync(join(folder, 'page', 'index.html'), '<title>Gatehouse</title>')
    writeFileSync(join(folder, 'outside.txt'), 'outside')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  it('is standard and secure, without a further privilege', () => {
    const declared: unknown[] = []
    declareScheme({ registerSchemesAsPrivileged: (schemes) => void declared.push(...schemes) })
    expect(declared).toEqual([
      {
        scheme: 'gatehouse',
        privileges: { standard: true, secure: true, supportFetchAPI: true },
      },
    ])
  })

  it.each([
    ['GET', 'gatehouse://app/', 200],
    ['GET', 'gatehouse://app/missing.js', 404],
    ['GET', 'gatehouse://app/%2e%2e%2foutside.txt', 404],
    ['GET', 'gatehouse://approvals/', 403],
    ['GET', 'gatehouse://app.example.org/', 403],
    ['POST', 'gatehouse://app/', 403],
  ])('answers %s %s with %d, under its policy', async (method, url, status) => {
    let serve: (request: Request) => Promise<Response> = async () => new Response(null)
    const session = {
      protocol: { handle: (_scheme: string, to: typeof serve) => void (serve = to) },
    }
    servePage(session as unknown as Session, join(folder, 'page'))
    const answer = await serve(new Request(url, { method }))
    expect(answer.status).toBe(status)
    const expected = { ...pageHeaders(), 'content-security-policy': expect.any(String) as string }
    expect(Object.fromEntries(answer.headers)).toMatchObject(expected)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('main', () => {
  type Handle = (event: object, channel: unknown, input: unknown) => Promise<unknown>
  const top = { origin: 'gatehouse://app', parent: null }
  const window = { isDestroyed: () => false, send: () => undefined }
  const connected = () => {
    const app = fakeApp({ 'app.state': () => ok('answered') })
    const handles = new Map<string, Handle>()
    const ipcMain = {
      handle: (name: string, handle: Handle) => void handles.set(name, handle),
      removeHandler: (name: string) => void handles.delete(name),
    }
    const contents = () => [window as unknown as WebContents]
    const disconnect = connectWindows(app, { contents }, ipcMain as unknown as IpcMain)
    const call = async (event: object, channel: unknown = 'app.state') =>
      handles.get(CALL)?.(event, channel, {})
    return { app, handles, call, disconnect }
  }

  it('listens to the window, on one channel', async () => {
    const { app, handles, call, disconnect } = connected()
    expect([...handles.keys()]).toEqual([CALL])
    expect(await call({ senderFrame: top, sender: window })).toEqual({
      ok: true,
      value: 'answered',
    })
    expect(app.calls.map(({ caller }) => caller)).toEqual([{ surface: 'window' }])
    disconnect()
    expect([handles.size, app.listeners()]).toEqual([0, 0])
  })

  it.each([
    ['a frame that is gone', { senderFrame: null, sender: window }],
    ['a frame inside the window', { senderFrame: { ...top, parent: top }, sender: window }],
    ['another origin', { senderFrame: { ...top, origin: 'https://example.org' }, sender: window }],
    ['another sender', { senderFrame: top, sender: {} }],
  ])('does nothing for %s', async (_who, event) => {
    const { app, call, disconnect } = connected()
    expect(await call(event)).toMatchObject({ ok: false, error: { code: 'ipc.not-from-here' } })
    expect(app.calls).toEqual([])
    disconnect()
  })

  it('reads no channel that is not a text', async () => {
    const { app, call, disconnect } = connected()
    expect(
      await call({ senderFrame: top, sender: window }, { toString: () => 'app.state' }),
    ).toMatchObject({ ok: false, error: { code: 'ipc.unknown-channel' } })
    expect(app.calls).toEqual([])
    disconnect()
  })
})
