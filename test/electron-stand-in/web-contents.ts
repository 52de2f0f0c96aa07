// One page: a target of Chromium with the preload in its isolated world, IPC over a binding, and
// Electron's events.
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { originOf, toElectron, toInside } from './addresses.ts'
import type { Cdp, Reply } from './chromium.ts'
import { preventable } from './events.ts'
import { answerInvoke, type WebFrame } from './ipc-main.ts'
import { answerPaused } from './requests.ts'
import { setPermissions } from './session.ts'
import { pageWorld } from './world-page.ts'
import { preloadWorld, type ToMain, type ToWorld } from './world-preload.ts'

const WORLD = 'Electron Isolated Context'
const BINDING = 'standInToMain'
type Context = { readonly id: number; readonly frameId: string; readonly url: string }
type OpenHandler = (details: { readonly url: string }) => { readonly action: 'deny' | 'allow' }

export class WebContents extends EventEmitter {
  mainFrameId = ''
  targetId = ''
  #sessionId = ''
  #cdp: Cdp | null = null
  #contexts = new Map<number, Context>()
  #loads = new Set<string>()
  #url = ''
  #destroyed = false
  #onOpen: OpenHandler = () => ({ action: 'allow' })
  readonly #preload: string
  readonly #ready: Promise<void>
  isFocused: () => boolean = () => false

  /** `preload`: file of the bundled script. */
  constructor(cdp: Promise<Cdp>, preload: string) {
    super()
    this.#preload = preload
    this.#ready = cdp.then((ready) => this.#attach(ready))
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#onOpen = handler
  }

  /** What main's handler says about a new window; the stand-in can make none. */
  refusesWindow(url: string): boolean {
    if (this.#onOpen({ url: toElectron(url) }).action === 'deny') return true
    throw new Error('stand-in: it has no windows opened by pages; the handler has to deny.')
  }

  async loadURL(address: string): Promise<void> {
    await this.#ready
    const inside = toInside(address)
    // Going to another place on the same page asks for no document.
    if (withoutHash(inside) !== withoutHash(this.#url))
      this.#loads.add(toElectron(withoutHash(inside)))
    await setPermissions(this.#to(), inside)
    await this.#send('Page.navigate', { url: inside })
  }

  reload(): void {
    this.#loads.add(toElectron(withoutHash(this.#url)))
    void this.#ready.then(() => this.#send('Page.reload'))
  }

  /** A page that has a webview: whether main let it be. */
  attachesWebview(): boolean {
    const event = preventable({})
    this.emit('will-attach-webview', event, {}, {})
    return !event.defaultPrevented
  }

  getURL(): string {
    return toElectron(this.#url)
  }

  isDestroyed(): boolean {
    return this.#destroyed
  }

  destroyed(): void {
    this.#destroyed = true
  }

  /** Whether main itself asked for this document: its own loads raise no navigation event. */
  isOwnLoad(url: string): boolean {
    return this.#loads.delete(url)
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    this.#deliver({ kind: 'event', channel, args })
  }

  async #attach(cdp: Cdp): Promise<void> {
    this.#cdp = cdp
    const { targetId } = await cdp.send('Target.createTarget', { url: 'about:blank' })
    this.targetId = String(targetId)
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true })
    this.#sessionId = String(sessionId)
    this.#listen(cdp)
    await this.#send('Page.enable')
    await this.#send('Runtime.enable')
    this.mainFrameId = String((await this.#send('Page.getFrameTree')).frameTree.frame.id)
    await this.#send('Runtime.addBinding', { name: BINDING, executionContextName: WORLD })
    const wire = JSON.stringify(randomBytes(16).toString('hex'))
    // The page's half first: it must be listening when the preload exposes.
    await this.#send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${pageWorld.toString()})(${wire})`,
    })
    const bundle = `function (require, exports, module) {${readFileSync(this.#preload, 'utf8')}\n}`
    await this.#send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${preloadWorld.toString()})(${wire}, '${BINDING}', ${bundle})`,
      worldName: WORLD,
    })
    await this.#send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  }

  #listen(cdp: Cdp): void {
    const on = (method: string, listener: (params: Reply) => void): void =>
      cdp.on(method, (params, sessionId) => {
        if (sessionId === this.#sessionId) listener(params)
      })
    on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD)
        this.#contexts.set(context.id, {
          id: context.id,
          frameId: context.auxData.frameId,
          url: context.origin,
        })
    })
    on('Runtime.executionContextDestroyed', ({ executionContextId }) =>
      this.#contexts.delete(executionContextId),
    )
    on('Runtime.executionContextsCleared', () => this.#contexts.clear())
    on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === BINDING) void this.#receive(JSON.parse(payload) as ToMain, executionContextId)
    })
    on('Fetch.requestPaused', (paused) => {
      // A page that went away while its request was paused takes the request with it.
      answerPaused(cdp, this.#sessionId, this, paused).catch(() => undefined)
    })
    on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === this.mainFrameId) this.#url = String(frame.url)
    })
    on('Page.loadEventFired', () => this.emit('did-finish-load'))
    on('Inspector.targetCrashed', () =>
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }),
    )
  }

  async #receive(message: ToMain, contextId: number): Promise<void> {
    if (message.kind === 'open') return void this.refusesWindow(message.url)
    const event = { sender: this, senderFrame: this.#frameOf(contextId), frameId: 1, processId: 1 }
    const answer = await answerInvoke(message.channel, event, message.args).then(
      (value) => ({ ok: true, value }),
      (error: unknown) => ({
        ok: false,
        value: `Error invoking remote method '${message.channel}': ${String(error)}`,
      }),
    )
    this.#deliver({ kind: 'answer', id: message.id, ...answer }, contextId)
  }

  #frameOf(contextId: number): WebFrame | null {
    const context = this.#contexts.get(contextId)
    if (context === undefined) return null
    const url = context.frameId === this.mainFrameId ? this.#url : context.url
    const frame: WebFrame = { origin: originOf(context.url), url: toElectron(url), parent: null }
    return context.frameId === this.mainFrameId
      ? frame
      : { ...frame, parent: { origin: originOf(this.#url), url: this.getURL(), parent: null } }
  }

  #deliver(message: ToWorld, contextId = this.#mainContext()): void {
    if (contextId === undefined) return
    const expression = `standInHears(${JSON.stringify(JSON.stringify(message))})`
    // The document may be gone meanwhile; nobody waits for the answer then.
    this.#send('Runtime.evaluate', { expression, contextId }).catch(() => undefined)
  }

  #mainContext(): number | undefined {
    return [...this.#contexts.values()].find(({ frameId }) => frameId === this.mainFrameId)?.id
  }

  #to(): Cdp {
    if (this.#cdp === null) throw new Error('stand-in: the page is not there yet.')
    return this.#cdp
  }

  #send(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<Reply> {
    return this.#to().send(method, params, this.#sessionId)
  }
}

const withoutHash = (address: string): string => address.split('#', 1)[0] ?? ''
