// The browser's own notification where Electron has none, for a person who looks elsewhere and has
// allowed it. The text is plain, so nothing in it can be a link or a button.
import { notificationTitle } from '../../../contract/record/notification.ts'
import type { ShownNotification } from '../../../contract/record/notification.ts'
import { useAttention } from '../../state/attention.ts'
import { useLive } from '../../state/live/live-store.ts'

const shown = new Set<number>()

export function showBySystem(notification: ShownNotification): void {
  const { id, message, sound } = notification
  if (shown.has(id)) return
  shown.add(id)
  const looksElsewhere = document.visibilityState !== 'visible' || !document.hasFocus()
  if (!looksElsewhere || useLive.getState().app?.host !== 'browser') return
  const { notify } = useAttention.getState()
  if (!notify || !('Notification' in window) || Notification.permission !== 'granted') return
  const system = new Notification(notificationTitle(notification), {
    body: message,
    silent: !sound,
  })
  system.addEventListener('click', () => {
    window.focus()
    system.close()
  })
}
