// The one window. Made when wanted, shown when it has something to show, made again when its page
// crashed.
import { letGo } from '../../../contract/let-go.ts'
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import { webPreferences } from './hardening/web-preferences.ts'
import { ORIGIN, locationUrl } from './origin.ts'
import { backgroundColor } from './windows/background-color.ts'
import { type Bounds, boundsOn, SMALLEST_SIZE, USUAL_SIZE } from './windows/window-bounds.ts'
import { readWindowState, writeWindowState } from './windows/window-state.ts'

export type PanelWindow = {
  /** Shows the window, made new if it was closed, at a place inside it or where it was. */
  open(location?: string): void
  isFocused(): boolean
  contents(): readonly WebContents[]
  /** A small number on the task bar where the system shows none of itself; null takes it away. */
  badge(image: Electron.NativeImage | null, text: string): void
}

/** Crashes of the page that are healed by loading it again, within one minute. */
const CRASHES_PER_MINUTE = 3

/** `preload`: file of the built preload script. `stateFile`: where its place is kept. */
export function openPanelWindow(preload: string, stateFile: string): PanelWindow {
  let window: BrowserWindow | null = null
  let badged: readonly [Electron.NativeImage | null, string] = [null, '']

  const make = (location: string): BrowserWindow => {
    const was = readWindowState(stateFile)
    const created = new BrowserWindow(
      optionsFor(preload, boundsOn(was?.bounds ?? USUAL_SIZE, areas())),
    )
    if (was?.maximized === true) created.maximize()
    created.once('ready-to-show', () => created.show())
    created.on('close', () =>
      writeWindowState(stateFile, {
        bounds: created.getNormalBounds(),
        maximized: created.isMaximized(),
      }),
    )
    created.on('closed', () => (window = null))
    healCrashes(created)
    created.setOverlayIcon(...badged)
    letGo(created.loadURL(location === '' ? `${ORIGIN}/` : locationUrl(location)))
    return created
  }

  return {
    open(location = '') {
      if (window === null) {
        window = make(location)
        return
      }
      // Loading the very address that is shown would begin the page again, and lose what was typed.
      if (location !== '' && window.webContents.getURL() !== locationUrl(location))
        letGo(window.loadURL(locationUrl(location)))
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    isFocused: () => window?.isFocused() ?? false,
    contents: () => (window === null || window.isDestroyed() ? [] : [window.webContents]),
    badge(image, text) {
      badged = [image, text]
      window?.setOverlayIcon(image, text)
    },
  }
}

/** What each display has room for, the main one first. */
const areas = (): readonly Bounds[] => {
  const main = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== main.id)
  return [main, ...others].map(({ workArea }) => workArea)
}

const optionsFor = (
  preload: string,
  bounds: Partial<Bounds>,
): Electron.BrowserWindowConstructorOptions => ({
  ...bounds,
  minWidth: SMALLEST_SIZE.width,
  minHeight: SMALLEST_SIZE.height,
  show: false,
  title: 'Gatehouse',
  autoHideMenuBar: true,
  backgroundColor: backgroundColor(nativeTheme.shouldUseDarkColors),
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
