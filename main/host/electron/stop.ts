// Stopping everything from outside of the window: by the tray, and by keys from anywhere. Going on
// is asked in the window only.
import { letGo } from '../../../contract/let-go.ts'
import { globalShortcut } from 'electron'
import { AppState } from '../../../contract/ipc/app-state.ts'
import type { App } from '../app.ts'
import type { PanelWindow } from './window.ts'

export const STOP_EVERYTHING = 'CommandOrControl+Alt+Shift+.'

export type Stop = {
  /** As it was last heard: the truth is in main, and a second press does no harm. */
  stopped(): boolean
  press(): void
  /** Called after every change. */
  onChange(listener: () => void): void
  dispose(): void
}

export function followStop(app: App): Stop {
  let stopped = false
  const changed = new Set<() => void>()
  const become = (now: boolean): void => {
    if (now === stopped) return
    stopped = now
    changed.forEach((listener) => listener())
  }
  let received = false
  const dispose = app.subscribe((event) => {
    if (event.kind !== 'app-changed') return
    received = true
    become(event.app.stopped !== null)
  })
  // It may have been stopped before this start.
  letGo(
    app.call('app.state', {}, { surface: 'window' }).then((read) => {
      const state = AppState.safeParse(read.ok ? read.value : null)
      if (!received && state.success) become(state.data.stopped !== null)
    }),
  )
  return {
    stopped: () => stopped,
    press: () => void app.call('emergency-stop.stop', {}, { surface: 'window' }),
    onChange: (listener) => void changed.add(listener),
    dispose,
  }
}

/**
 * The one who presses them sees what came of it. Another program may have the keys already; then
 * there are none.
 */
export function setStopKeys(window: PanelWindow, stop: Stop): void {
  globalShortcut.register(STOP_EVERYTHING, () => {
    stop.press()
    window.open()
  })
}
