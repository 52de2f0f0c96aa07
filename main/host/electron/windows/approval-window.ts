// The small window with one card, over other programs. Off until the person asks for it. It comes
// without taking the keys from what they are doing, and for its first moment no click is for it.
import { letGo } from '../../../../contract/let-go.ts'
import { app, BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { Held } from '../held.ts'
import { webPreferences } from '../hardening/web-preferences.ts'
import { locationUrl } from '../origin.ts'
import type { Settings } from '../settings.ts'
import type { PanelWindow } from '../window.ts'
import { backgroundColor } from './background-color.ts'
import { cornerOf } from './window-bounds.ts'

export type ApprovalWindow = {
  /** Brings it to the front with the keys; false where it is not open. */
  focus(): boolean
  contents(): readonly WebContents[]
}

export const APPROVAL_WINDOW = '/approval-window'

const SIZE = { width: 520, height: 640 } as const
const GAP = 16
/** A click that was on its way to the program below. */
const BLIND_MS = 600

export function openApprovalWindow(parts: {
  readonly preload: string
  readonly held: Held
  readonly settings: Settings
  readonly window: PanelWindow
}): ApprovalWindow {
  const { preload, held, settings, window: panel } = parts
  let window: BrowserWindow | null = null

  const open = (): void => {
    const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint())
    const created = new BrowserWindow({
      ...cornerOf(workArea, SIZE, GAP),
      minWidth: 380,
      minHeight: 320,
      show: false,
      title: 'Gatehouse',
      alwaysOnTop: true,
      skipTaskbar: true,
      minimizable: false,
      maximizable: false,
      fullscreenable: false,
      autoHideMenuBar: true,
      backgroundColor: backgroundColor(nativeTheme.shouldUseDarkColors),
      webPreferences: webPreferences(preload, !app.isPackaged),
    })
    window = created
    // Over programs in full screen too, on whichever desktop the person is.
    created.setAlwaysOnTop(true, 'floating')
    created.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      skipTransformProcessType: true,
    })
    created.once('ready-to-show', () => {
      created.setIgnoreMouseEvents(true)
      created.showInactive()
      setTimeout(() => {
        if (!created.isDestroyed()) created.setIgnoreMouseEvents(false)
      }, BLIND_MS).unref()
    })
    created.on('closed', () => (window = null))
    letGo(created.loadURL(locationUrl(APPROVAL_WINDOW)))
  }

  held.onOpened(() => {
    if (window === null && settings.current().approvalWindow && !panel.isFocused()) open()
  })
  held.onChange(() => {
    if (held.count() === 0) window?.close()
  })
  settings.onChange(() => {
    if (!settings.current().approvalWindow) window?.close()
  })

  return {
    focus() {
      if (window === null) return false
      window.setIgnoreMouseEvents(false)
      window.show()
      window.focus()
      return true
    },
    contents: () => (window === null || window.isDestroyed() ? [] : [window.webContents]),
  }
}
