// The one window. Made when wanted, shown when it has something to show, made again when its page
// crashed.
import { letGo } from '../../../contract/let-go.ts'
import { app, BrowserWindow, nativeTheme, type Rectangle, type WebContents } from 'electron'
import { webPreferences } from './hardening/web-preferences.ts'
import { ORIGIN, locationUrl } from './origin.ts'

export type PanelWindow = {
  /** Shows the window, made new if it was closed, at a place inside it or where it was. */
  open(location?: string): void
  isFocused(): boolean
  contents(): readonly WebContents[]
  /** A small number on the task bar where the system shows none of itself; null takes it away. */
  badge(image: Electron.NativeImage | null, text: string): void
}

const DEFAULT_BOUNDS = { width: 1240, height: 820 }
/** Crashes of the page that are healed by loading it again, within one minute. */
const CRASHES_PER_MINUTE = 3

/** `preload`: file of the built preload script. */
export function openPanelWindow(preload: string): PanelWindow {
  let window: BrowserWindow | null = null
  // Kept while the app runs: a window closed to the tray comes back where it was.
  let bounds: Partial<Rectangle> = DEFAULT_BOUNDS

  const make = (location: string): BrowserWindow => {
    const created = new BrowserWindow(optionsFor(preload, bounds))
    created.once('ready-to-show', () => created.show())
    created.on('close', () => (bounds = created.getBounds()))
    created.on('closed', () => (window = null))
    healCrashes(created)
    letGo(created.loadURL(location === '' ? `${ORIGIN}/` : locationUrl(location)))
    return created
  }

  return {
    open(location = '') {
      if (window === null) {
        window = make(location)
        return
      }
      // Loading the very address that is shown would begin the page anew, and lose what was typed.
      if (location !== '' && window.webContents.getURL() !== locationUrl(location))
        letGo(window.loadURL(locationUrl(location)))
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    isFocused: () => window?.isFocused() ?? false,
    contents: () => (window === null || window.isDestroyed() ? [] : [window.webContents]),
    badge: (image, text) => window?.setOverlayIcon(image, text),
  }
}

const optionsFor = (
  preload: string,
  bounds: Partial<Rectangle>,
): Electron.BrowserWindowConstructorOptions => ({
  ...bounds,
  minWidth: 720,
  minHeight: 480,
  show: false,
  title: 'Gatehouse',
  autoHideMenuBar: true,
  // The page's own ground, so that opening does not flash.
  backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181c' : '#f6f7f9',
  webPreferences: webPreferences(preload, !app.isPackaged),
})

function healCrashes(window: BrowserWindow): void {
  let crashes: readonly number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    const now = performance.now()
    crashes = [...crashes.filter((at) => now - at < 60_000), now]
    console.error(`gatehouse: the window's page ended (${reason}).`)
    if (crashes.length <= CRASHES_PER_MINUTE) window.webContents.reload()
  })
}
