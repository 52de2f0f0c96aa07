// What the person set for the desktop, as it is now. Follows the state of the app.
import { AppState } from '../../../contract/ipc/app-state.ts'
import { DesktopConfig } from '../../../contract/desktop/desktop.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { App } from '../app.ts'

export type Settings = {
  current(): DesktopConfig
  /** The folder of the workspace; empty until it is known. */
  workspace(): string
  /** Called after every change, and once when they were read first. */
  onChange(listener: () => void): void
  dispose(): void
}

export function followSettings(app: App): Settings {
  let current = DesktopConfig.parse({})
  let received = false
  let workspace = ''
  const changed = new Set<() => void>()
  const become = (next: DesktopConfig): void => {
    if (received && JSON.stringify(next) === JSON.stringify(current)) return
    received = true
    current = next
    changed.forEach((listener) => listener())
  }
  const dispose = app.subscribe((event) => {
    if (event.kind !== 'app-changed') return
    workspace = event.app.workspace.path
    become(event.app.desktop)
  })
  letGo(
    app.call('app.state', {}, { surface: 'window' }).then((read) => {
      const state = AppState.safeParse(read.ok ? read.value : null)
      if (received || !state.success) return
      workspace = state.data.workspace.path
      become(state.data.desktop)
    }),
  )
  return {
    current: () => current,
    workspace: () => workspace,
    onChange: (listener) => void changed.add(listener),
    dispose,
  }
}
