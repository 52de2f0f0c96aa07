// The number of held calls on dock, launcher or task bar.
import { app } from 'electron'
import type { Held } from '../held.ts'
import { numberIcon } from './icon.ts'
import { heldText } from './tray.ts'
import type { PanelWindow } from '../window.ts'

export function showBadge(window: PanelWindow, held: Held): void {
  held.onChange(() => {
    const count = held.count()
    if (process.platform === 'win32')
      window.badge(count > 0 ? numberIcon(count) : null, heldText(count))
    else app.setBadgeCount(count)
  })
}
