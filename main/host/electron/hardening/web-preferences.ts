// What a page of ours may be, in every window. All of it is written down, so that a default that
// changes in a later Electron changes nothing here.
import type { WebPreferences } from 'electron'

/** `development`: a clone, where the developer tools open. */
export const webPreferences = (preload: string, development: boolean): WebPreferences => ({
  preload,
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  enableWebSQL: false,
  plugins: false,
  spellcheck: false,
  devTools: development,
})
