// The menu bar of each system, as Electron takes it. Roles wherever there is one, so that every
// system gets its own words and keys; developer tools only in a clone.
import type { MenuItemConstructorOptions } from 'electron'

export type MenuDeps = {
  readonly platform: NodeJS.Platform
  readonly development: boolean
  /** Shows the window, at a place in it. */
  open(location?: string): void
}

const SETTINGS = '/settings'
const APPROVALS = '/approvals'

export function menuTemplate({
  platform,
  development,
  open,
}: MenuDeps): MenuItemConstructorOptions[] {
  const mac = platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    label: 'Settings…',
    accelerator: 'CommandOrControl+,',
    click: () => open(SETTINGS),
  }
  const line = { type: 'separator' } as const
  const app: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [
      { role: 'about' },
      line,
      settings,
      line,
      { role: 'services' },
      line,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      line,
      { role: 'quit' },
    ],
  }
  return [
    ...(mac ? [app] : []),
    {
      label: '&File',
      submenu: [
        { label: 'Open Window', accelerator: 'CommandOrControl+N', click: () => open() },
        {
          label: 'Pending Approvals',
          accelerator: 'CommandOrControl+Shift+A',
          click: () => open(APPROVALS),
        },
        ...(mac ? [] : [line, settings]),
        line,
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
        ...(development ? [line, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
  ]
}

/** At the icon in the Dock; on the other systems the tray has it. */
export const dockTemplate = ({ open }: Pick<MenuDeps, 'open'>): MenuItemConstructorOptions[] => [
  { label: 'Open Window', click: () => open() },
  { label: 'Pending Approvals', click: () => open(APPROVALS) },
]
