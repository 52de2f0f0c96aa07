// Shows what agents send, and what is due, by the system's notifications. Without buttons: a click
// opens the window, and nothing in the text can do more.
import { Notification } from 'electron'
import { notificationTitle } from '../../../../contract/record/notification.ts'
import type { App } from '../../app.ts'
import type { PanelWindow } from '../window.ts'

/** More of them nobody reads; the window lists them all. */
const AT_ONCE = 5

export function showTexts(app: App, window: Pick<PanelWindow, 'open' | 'isFocused'>): () => void {
  // Kept here: one that is garbage collected no longer hears its click.
  const shown = new Set<Notification>()
  return app.subscribe((event) => {
    if (event.kind !== 'notification' || window.isFocused()) return
    if (shown.size >= AT_ONCE || !Notification.isSupported()) return
    const { message, subtitle, sound } = event.notification
    const notification = new Notification({
      title: notificationTitle(event.notification),
      subtitle,
      body: message,
      silent: !sound,
    })
    notification.on('click', () => {
      window.open('/records/reminder')
      notification.close()
    })
    notification.on('close', () => shown.delete(notification))
    shown.add(notification)
    notification.show()
  })
}
