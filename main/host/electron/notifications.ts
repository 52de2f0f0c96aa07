// Tells a person who looks elsewhere that calls are held, those of a short while together. It can
// deny a single one; approving needs the card, where all of the call can be seen.
import { letGo } from '../../../contract/let-go.ts'
import { Notification } from 'electron'
import { digestText, openDigest } from '../../../contract/approval/held-digest.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import type { App } from '../app.ts'
import type { Held } from './held.ts'
import { APPROVALS } from './origin.ts'
import type { PanelWindow } from './window.ts'

/** Windows shows more and more of them as a pile; past this many the tray says it all. */
const AT_ONCE = 5

export function notifyHeld(app: App, window: PanelWindow, held: Held): void {
  // Kept here: one that is garbage collected no longer hears its click. Each with the calls it told
  // of that still wait.
  const shown = new Map<Notification, Set<ApprovalId>>()
  const digest = openDigest({
    inFront: window.isFocused,
    now: Date.now,
    after: (ms, act) => setTimeout(act, ms).unref(),
    show(calls) {
      if (shown.size >= AT_ONCE || !Notification.isSupported()) return
      const [worst] = calls
      const notification = new Notification({
        ...digestText(calls),
        actions: calls.length === 1 ? [{ type: 'button', text: 'Deny' }] : [],
        timeoutType: 'never',
      })
      notification.on('click', () => {
        window.open(`${APPROVALS}/${worst.id}`)
        notification.close()
      })
      notification.on('action', (details) => {
        if (details.actionIndex === 0)
          letGo(
            app.call(
              'approvals.answer',
              { id: worst.id, answer: 'deny-once' },
              { surface: 'window' },
            ),
          )
        notification.close()
      })
      notification.on('close', () => shown.delete(notification))
      shown.set(notification, new Set(calls.map(({ id }) => id)))
      notification.show()
    },
  })
  held.onOpened(digest.opened)
  held.onClosed((id) => {
    digest.closed(id)
    for (const [notification, calls] of shown) {
      calls.delete(id)
      if (calls.size === 0) notification.close()
    }
  })
}
