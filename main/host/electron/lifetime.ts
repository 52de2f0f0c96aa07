// When the app goes on without a window, and how it ends. Quitting while calls are held asks first;
// the system's own end, at a log-out or by a signal, never waits for an answer.
import { letGo } from '../../../contract/let-go.ts'
import { app, dialog, powerMonitor } from 'electron'
import type { Held } from './held.ts'
import { quitQuestion } from './quit-question.ts'
import type { PanelWindow } from './window.ts'

export type Lifetime = {
  /** Ends Gatehouse but for its process, for an update that puts a new one in its place. */
  endForUpdate(): Promise<void>
}

export function manageLifetime(parts: {
  readonly window: PanelWindow
  readonly held: Held
  readonly hasTray: boolean
  readonly end: () => Promise<void>
}): Lifetime {
  const { window, held, hasTray, end } = parts
  app.on('window-all-closed', () => {
    const stays = process.platform === 'darwin' || (hasTray && held.count() > 0)
    if (!stays) app.quit()
  })
  app.on('activate', () => window.open())

  let unasked = false
  const quitUnasked = (): void => {
    unasked = true
    app.quit()
  }
  // Electron's own answer to a signal would wait for the person, too.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, quitUnasked)
  powerMonitor.on('shutdown', () => (unasked = true))

  let asking = false
  const ask = async (): Promise<void> => {
    asking = true
    const { response } = await dialog.showMessageBox(quitQuestion(held.count()))
    asking = false
    if (response === 0) quitUnasked()
  }

  let ended = false
  app.on('before-quit', (event) => {
    if (ended) return
    // The last journal row is written before the process goes.
    event.preventDefault()
    if (asking && !unasked) return
    if (!unasked && held.count() > 0) return letGo(ask())
    letGo(
      end().finally(() => {
        ended = true
        app.quit()
      }),
    )
  })

  return {
    async endForUpdate() {
      unasked = true
      await end()
      ended = true
      // The new one begins while this process still is.
      app.releaseSingleInstanceLock()
    },
  }
}
