// Starting with the desktop session, where the person wants that: by the system's own list, on
// Linux by a file in the autostart folder. Only for an installed app: a clone would start bare
// Electron.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app } from 'electron'
import type { Settings } from '../settings.ts'
import { autostartFile, setAutostart } from './autostart-file.ts'

/** A start of the session begins without a window. */
export const HIDDEN = '--hidden'

export const startsHidden = (given: readonly string[]): boolean =>
  given.includes(HIDDEN) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin)

export function followLoginItem(settings: Settings): void {
  if (!app.isPackaged) return
  settings.onChange(() => {
    try {
      setLoginItem(settings.current().openAtLogin)
    } catch (error) {
      console.error(`gatehouse: could not change what starts at login: ${String(error)}`)
    }
  })
}

function setLoginItem(on: boolean): void {
  if (process.platform === 'linux') {
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
    // An AppImage runs from a place that is another one at each start.
    const program = process.env['APPIMAGE'] ?? process.execPath
    return setAutostart(autostartFile(config), program, on)
  }
  const args = process.platform === 'win32' ? { args: [HIDDEN] } : {}
  if (app.getLoginItemSettings(args).openAtLogin !== on)
    app.setLoginItemSettings({ openAtLogin: on, ...args })
}
