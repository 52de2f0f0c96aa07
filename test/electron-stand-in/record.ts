// What main did outside the page (tray, badge, notifications, links it opened), kept for the test,
// and the test's way to act as the person there. The harness starts main with an IPC channel for
// it; without one nothing is kept.

export type Recorded = {
  endpoint: string
  sandbox: boolean
  switches: readonly string[]
  badge: number
  tooltip: string
  trayMenu: readonly string[]
  notifications: readonly {
    readonly id: number
    readonly title: string
    readonly body: string
    readonly actions: readonly string[]
    readonly open: boolean
  }[]
  opened: readonly string[]
  errors: readonly string[]
  /** What the person was asked by a dialog of the system. */
  questions: readonly string[]
  /** Where each dialog for a file began. */
  saveDialogs: readonly string[]
  /** Where each file was written; null for one that the person did not want. */
  saved: readonly (string | null)[]
  /** Where each dialog for a folder began. */
  folderDialogs: readonly string[]
  shortcuts: readonly string[]
  windowOptions: object | null
  focused: boolean
  windows: number
  /** How many windows that a page opened are closed again. */
  refused: number
  /** How often a window came up without the keys, and whether the last one is above all others. */
  shownInactive: number
  alwaysOnTop: boolean
  ignoresMouse: boolean
  /** How many windows let a webview be attached when a page tried; null before one did. */
  webviews: number | null
}

/** What a test may do as the person. */
export type Act =
  | { readonly act: 'tray'; readonly label: string }
  | { readonly act: 'notification-click'; readonly id: number }
  | { readonly act: 'notification-button'; readonly id: number; readonly button: string }
  | { readonly act: 'shortcut'; readonly keys: string }
  | { readonly act: 'link'; readonly link: string }
  | { readonly act: 'focus'; readonly focused: boolean }
  | { readonly act: 'close-window' | 'attach-webview' | 'shutdown' }
  | { readonly act: 'message-box'; readonly button: string }
  | { readonly act: 'finger'; readonly right: boolean }
  | { readonly act: 'folder-dialog'; readonly path: string | null }
  | { readonly act: 'save-dialog'; readonly path: string | null }

const recorded: Recorded = {
  endpoint: '',
  sandbox: false,
  switches: [],
  badge: 0,
  tooltip: '',
  trayMenu: [],
  notifications: [],
  opened: [],
  errors: [],
  questions: [],
  saveDialogs: [],
  saved: [],
  folderDialogs: [],
  shortcuts: [],
  windowOptions: null,
  focused: false,
  windows: 0,
  refused: 0,
  webviews: null,
  shownInactive: 0,
  alwaysOnTop: false,
  ignoresMouse: false,
}
const actors = new Map<string, (act: Act) => void>()

export function record(change: Partial<Recorded>): void {
  Object.assign(recorded, change)
  process.send?.(recorded)
}

export const seen = (): Recorded => recorded
export const actAs = <A extends Act['act']>(
  name: A,
  actor: (act: Extract<Act, { act: A }>) => void,
): void => void actors.set(name, actor as (act: Act) => void)

process.on('message', (act: Act) => actors.get(act.act)?.(act))
// The channel alone must not keep main alive.
process.channel?.unref()
