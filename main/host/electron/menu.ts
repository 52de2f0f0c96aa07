// The menu bar. Roles only, so that every system gets its own words and keys; developer tools only
// in a clone.
import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'

export function setMenu(window: PanelWindow): void {
  const mac = process.platform === 'darwin'
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Open Window', accelerator: 'CommandOrControl+N', click: () => window.open() },
        {
          label: 'Held Calls',
          accelerator: 'CommandOrControl+Shift+A',
          click: () => window.open(APPROVALS),
        },
        { type: 'separator' },
        mac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged
          ? []
          : [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
