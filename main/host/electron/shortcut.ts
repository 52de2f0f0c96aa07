// One key combination from anywhere: show what is held. Another program may have it already; then
// there is none.
import { app, globalShortcut } from 'electron'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'

export const OPEN_APPROVALS = 'CommandOrControl+Alt+G'

export function setShortcut(window: PanelWindow): void {
  globalShortcut.register(OPEN_APPROVALS, () => window.open(APPROVALS))
  app.on('will-quit', () => globalShortcut.unregisterAll())
}
