// When the app goes on without a window, and how it ends.
import { letGo } from '../../../contract/let-go.ts'
import { app } from 'electron'
import type { Held } from './held.ts'
import type { PanelWindow } from './window.ts'

export function manageLifetime(parts: {
  readonly window: PanelWindow
  readonly held: Held
  readonly hasTray: boolean
  readonly end: () => Promise<void>
}): void {
  const { window, held, hasTray, end } = parts
  app.on('window-all-closed', () => {
    const stays = process.platform === 'darwin' || (hasTray && held.count() > 0)
    if (!stays) app.quit()
  })
  app.on('activate', () => window.open())

  let ended = false
  app.on('before-quit', (event) => {
    if (ended) return
    // The last journal row is written before the process goes.
    event.preventDefault()
    letGo(
      end().finally(() => {
        ended = true
        app.quit()
      }),
    )
  })
}
