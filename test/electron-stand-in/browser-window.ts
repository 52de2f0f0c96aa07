// BrowserWindow: a page of the headless Chromium, with the state of a window kept beside it.
import { EventEmitter } from 'node:events'
import { app, chromium, onQuit } from './app.ts'
import { preventable } from './events.ts'
import { actAs, record, seen } from './record.ts'
import { WebContents } from './web-contents.ts'

type Options = {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly webPreferences: { readonly preload: string }
}

const open = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter {
  readonly webContents: WebContents
  #focused = false
  #destroyed = false
  #maximized = false
  readonly #bounds: { width: number; height: number; x: number; y: number }

  constructor(options: Options) {
    super()
    this.#bounds = {
      width: options.width ?? 800,
      height: options.height ?? 600,
      x: options.x ?? 0,
      y: options.y ?? 0,
    }
    this.webContents = new WebContents(chromium(), options.webPreferences.preload)
    this.webContents.isFocused = () => this.#focused
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    open.add(this)
    record({ windowOptions: options, windows: open.size })
    app.emit('web-contents-created', {}, this.webContents)
    void chromium().then((browser) => {
      // The person, or the test, closed the page.
      browser.on('Target.targetDestroyed', ({ targetId }) => {
        if (targetId === this.webContents.targetId) this.#gone()
      })
      browser.on('Target.targetCreated', ({ targetInfo }) => {
        if (targetInfo.openerId !== this.webContents.targetId || targetInfo.type !== 'page') return
        if (this.webContents.refusesWindow(String(targetInfo.url)))
          void browser
            .send('Target.closeTarget', { targetId: targetInfo.targetId })
            .then(() => record({ refused: seen().refused + 1 }))
      })
      return browser.send('Target.setDiscoverTargets', { discover: true })
    })
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }
  show(): void {
    this.focus()
  }
  focus(): void {
    this.setFocused(true)
  }
  setFocused(focused: boolean): void {
    this.#focused = focused
    record({ focused })
    this.emit(focused ? 'focus' : 'blur')
  }
  /** Seen, and the keys stay where they were. */
  showInactive(): void {
    record({ shownInactive: seen().shownInactive + 1 })
  }
  setAlwaysOnTop(on: boolean): void {
    record({ alwaysOnTop: on })
  }
  setVisibleOnAllWorkspaces(): void {
    // A headless browser has one.
  }
  setIgnoreMouseEvents(ignore: boolean): void {
    record({ ignoresMouse: ignore })
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  maximize(): void {
    this.#maximized = true
  }
  getNormalBounds(): object {
    return this.#bounds
  }
  restore(): void {
    this.emit('restore')
  }
  isFocused(): boolean {
    return this.#focused
  }
  isMinimized(): boolean {
    return false
  }
  isDestroyed(): boolean {
    return this.#destroyed
  }
  getBounds(): object {
    return this.#bounds
  }
  setOverlayIcon(): void {
    // Windows only.
  }
  /** False where a listener kept it open. */
  close(): boolean {
    const event = preventable({})
    this.emit('close', event)
    if (event.defaultPrevented) return false
    void chromium().then((browser) =>
      browser.send('Target.closeTarget', { targetId: this.webContents.targetId }),
    )
    this.#gone()
    return true
  }

  #gone(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#focused = false
    this.webContents.destroyed()
    open.delete(this)
    record({ windows: open.size, focused: false })
    this.emit('closed')
    if (open.size === 0 && !app.closing) app.emit('window-all-closed')
  }
}

onQuit(() => [...open].every((window) => window.close()))

actAs('focus', ({ focused }) => open.forEach((window) => window.setFocused(focused)))
actAs('close-window', () => open.forEach((window) => window.close()))
actAs('attach-webview', () =>
  record({ webviews: [...open].filter(({ webContents }) => webContents.attachesWebview()).length }),
)
