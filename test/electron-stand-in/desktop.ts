// The parts of a desktop that a headless browser has not: they do nothing but be recorded, and let
// the test act on them.
import { EventEmitter } from 'node:events'
import { app } from './app.ts'
import { preventable } from './events.ts'
import { actAs, record, seen } from './record.ts'

type Item = {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly enabled?: boolean
  readonly click?: () => void
}

export class Menu {
  readonly items: readonly Item[]
  constructor(items: readonly Item[]) {
    this.items = items
  }
  static buildFromTemplate(template: readonly Item[]): Menu {
    return new Menu(template)
  }
  static setApplicationMenu(): void {
    // A headless browser shows none.
  }
}

export class Tray extends EventEmitter {
  constructor() {
    super()
    actAs('tray', ({ label }) =>
      this.#items.find((item) => item.label === label && item.enabled !== false)?.click?.(),
    )
  }
  #items: readonly Item[] = []
  setImage(): void {
    // Nobody looks.
  }
  setToolTip(tooltip: string): void {
    record({ tooltip })
  }
  setContextMenu(menu: Menu): void {
    this.#items = menu.items
    record({ trayMenu: menu.items.flatMap(({ label }) => (label === undefined ? [] : [label])) })
  }
}

type NotificationOptions = {
  readonly title: string
  readonly body: string
  readonly actions: readonly { readonly text: string }[]
}
const shown = new Map<number, Notification>()

export class Notification extends EventEmitter {
  static isSupported(): boolean {
    return true
  }
  readonly #options: NotificationOptions
  #id = 0
  constructor(options: NotificationOptions) {
    super()
    this.#options = options
  }
  show(): void {
    this.#id = seen().notifications.length + 1
    shown.set(this.#id, this)
    const { title, body, actions } = this.#options
    record({
      notifications: [
        ...seen().notifications,
        { id: this.#id, title, body, actions: actions.map(({ text }) => text), open: true },
      ],
    })
  }
  press(button: string): void {
    const at = this.#options.actions.findIndex(({ text }) => text === button)
    if (at >= 0) this.emit('action', { actionIndex: at }, at, -1)
  }
  close(): void {
    if (!shown.delete(this.#id)) return
    record({
      notifications: seen().notifications.map((one) =>
        one.id === this.#id ? { ...one, open: false } : one,
      ),
    })
    this.emit('close', {})
  }
}
actAs('notification-click', ({ id }) => shown.get(id)?.emit('click', {}))
actAs('notification-button', ({ id, button }) => shown.get(id)?.press(button))

const shortcuts = new Map<string, () => void>()
export const globalShortcut = {
  register(keys: string, pressed: () => void): boolean {
    shortcuts.set(keys, pressed)
    record({ shortcuts: [...shortcuts.keys()] })
    return true
  },
  unregisterAll: (): void => shortcuts.clear(),
}
actAs('shortcut', ({ keys }) => shortcuts.get(keys)?.())
actAs('link', ({ link }) => void app.emit('open-url', preventable({}), link))

export const shell = {
  async openExternal(url: string): Promise<void> {
    record({ opened: [...seen().opened, url] })
  },
}
export const dialog = {
  async showOpenDialog({
    defaultPath,
  }: {
    readonly defaultPath?: string
  }): Promise<{ canceled: boolean; filePaths: string[] }> {
    record({ folderDialogs: [...seen().folderDialogs, defaultPath ?? ''] })
    const path = await new Promise<string | null>((resolve) =>
      actAs('folder-dialog', ({ path: chosen }) => resolve(chosen)),
    )
    return { canceled: path === null, filePaths: path === null ? [] : [path] }
  },
  async showMessageBox({
    message = '',
    buttons = [],
  }: {
    readonly message?: string
    readonly buttons?: readonly string[]
  }): Promise<{ response: number }> {
    record({ questions: [...seen().questions, message] })
    return new Promise((resolve) =>
      actAs('message-box', ({ button }) => resolve({ response: buttons.indexOf(button) })),
    )
  },
  showErrorBox: (title: string, content: string): void =>
    record({ errors: [...seen().errors, `${title}: ${content}`] }),
}
export const nativeTheme = { shouldUseDarkColors: false }
export const nativeImage = { createFromBitmap: () => ({ setTemplateImage: (): void => undefined }) }
export const powerMonitor = new EventEmitter()
actAs('shutdown', () => {
  powerMonitor.emit('shutdown')
  app.quit()
})

/** As on a Mac with Touch ID where a test says so; elsewhere Electron has neither function. */
export const systemPreferences =
  process.env['GATEHOUSE_STAND_IN_TOUCH_ID'] === '1'
    ? {
        canPromptTouchID: (): boolean => true,
        async promptTouchID(reason: string): Promise<void> {
          record({ questions: [...seen().questions, reason] })
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          actAs('finger', ({ right }) =>
            right ? resolve() : reject(new Error('Authentication was canceled')),
          )
          return promise
        },
      }
    : {}

const workArea = { x: 0, y: 0, width: 1920, height: 1040 }
export const screen = {
  getCursorScreenPoint: () => ({ x: 100, y: 100 }),
  getDisplayNearestPoint: () => ({ workArea }),
  getPrimaryDisplay: () => ({ id: 1, workArea }),
  getAllDisplays: () => [{ id: 1, workArea }],
}
