// The tray: how many calls are held, the way back to the window, stopping everything, and the way
// out.
import { app, Menu, Tray } from 'electron'
import type { Held } from '../held.ts'
import { trayIcon } from './icon.ts'
import { APPROVALS } from '../origin.ts'
import type { Stop } from '../stop.ts'
import type { PanelWindow } from '../window.ts'

/** Null where the system has no tray. */
export function openTray(window: PanelWindow, held: Held, stop: Stop): Tray | null {
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
        stop.stopped()
          ? { label: 'Everything is stopped. Resume…', click: () => window.open() }
          : { label: 'Stop everything', click: () => stop.press() },
        { type: 'separator' },
        { label: 'Quit', click: () => app.quit() },
      ]),
    )
  }
  tray.on('click', () => window.open(held.count() > 0 ? APPROVALS : undefined))
  held.onChange(show)
  stop.onChange(show)
  show()
  return tray
}

/** `2 pending approvals`. */
export function heldText(count: number): string {
  if (count === 0) return 'No pending approvals'
  return count === 1 ? '1 pending approval' : `${count} pending approvals`
}
