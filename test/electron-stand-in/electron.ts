// A stand-in for the `electron` module, for tests on machines where Electron's binary cannot be
// had. It is not Electron: it has only the parts that Gatehouse's main uses, and drives a Chromium
// over the DevTools protocol. The real main and preload bundles run on it unchanged. What it cannot
// show: Electron's own process sandbox and fuses, structured clone (values cross as JSON here),
// native menus, trays and notifications (recorded only), and filtering of WebSockets.
import { defaultSession } from './session.ts'

export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export {
  dialog,
  globalShortcut,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  screen,
  shell,
  systemPreferences,
  Tray,
} from './desktop.ts'
export { ipcMain } from './ipc-main.ts'
export { autoUpdater, net } from './net.ts'
export { safeStorage } from './safe-storage.ts'
export { protocol } from './session.ts'
export const session = { defaultSession, fromPartition: (): object => ({}) }
