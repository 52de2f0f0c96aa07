// Sets the menu bar, and on macOS the menu of the Dock.
import { app, Menu } from 'electron'
import { dockTemplate, menuTemplate } from './menu-template.ts'
import type { PanelWindow } from '../window.ts'

export function setMenu(window: PanelWindow): void {
  const deps = {
    platform: process.platform,
    development: !app.isPackaged,
    open: (location?: string) => window.open(location),
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)))
  app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(deps)))
}
