// The tray: how many calls are held, the way back to the window, and the way out.
import { app, Menu, Tray } from 'electron'
import type { Held } from './held.ts'
import { trayIcon } from './icon.ts'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'

/** Null where the system has no tray. */
export function openTray(window: PanelWindow, held: Held): Tray | null {
  let tray: Tray
  try {
    tray = new Tray(trayIcon(false))
  } catch {
    return null
  }
  const show = (): void => {
    const count = held.count()
    tray.setImage(trayIcon(count > 0))
    tray.setToolTip(`Gatehouse: ${heldText(count)}`)
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Gatehouse', click: () => window.open() },
        { label: heldText(count), enabled: count > 0, click: () => window.open(APPROVALS) },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
  }
  tray.on('click', () => window.open(held.count() > 0 ? APPROVALS : undefined))
  held.onChange(show)
  show()
  return tray
}

/** `2 calls wait for you`. */
export function heldText(count: number): string {
  if (count === 0) return 'No call waits'
  return count === 1 ? '1 call waits for you' : `${count} calls wait for you`
}
