// What the person set for the desktop, as it is now. Follows the state of the app.
import { AppState } from '../../../contract/ipc/app-state.ts'
import { DesktopConfig } from '../../../contract/desktop.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { App } from '../app.ts'

export type Settings = {
  current(): DesktopConfig
  /** Called after every change, and once when they were read first. */
  onChange(listener: () => void): void
  dispose(): void
}

export function followSettings(app: App): Settings {
  let current = DesktopConfig.parse({})
  let received = false
  const changed = new Set<() => void>()
  const become = (next: DesktopConfig): void => {
    if (received && JSON.stringify(next) === JSON.stringify(current)) return
    received = true
    current = next
    changed.forEach((listener) => listener())
  }
  const dispose = app.subscribe((event) => {
    if (event.kind === 'app-changed') become(event.app.desktop)
  })
  letGo(
    app.call('app.state', {}, { surface: 'window' }).then((read) => {
      const state = AppState.safeParse(read.ok ? read.value : null)
      if (!received && state.success) become(state.data.desktop)
    }),
  )
  return {
    current: () => current,
    onChange: (listener) => void changed.add(listener),
    dispose,
  }
}
