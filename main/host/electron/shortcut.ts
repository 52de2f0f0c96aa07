// One key combination from anywhere: show what is held. Another program may have it already; then
// there is none.
import { app, globalShortcut } from 'electron'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'
import type { ApprovalWindow } from './windows/approval-window.ts'

export const OPEN_APPROVALS = 'CommandOrControl+Alt+G'

/** The small window gets the keys where it is open; else the queue opens. */
export function setShortcut(window: PanelWindow, approval: Pick<ApprovalWindow, 'focus'>): void {
  globalShortcut.register(OPEN_APPROVALS, () => {
    if (!approval.focus()) window.open(APPROVALS)
  })
  app.on('will-quit', () => globalShortcut.unregisterAll())
}
