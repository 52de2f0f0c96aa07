// What agents send to the person, and what is due, until each is closed. The system's notification
// comes besides where a person looks elsewhere; this is what they find when they come back.
import { Bell, X } from 'lucide-react'
import { useEffect } from 'react'
import { notificationTitle } from '../../../contract/record/notification.ts'
import type { ShownNotification } from '../../../contract/record/notification.ts'
import { changeLive, useLive } from '../../state/live/live-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import { strings } from '../strings.ts'
import { showBySystem } from './system-notification.ts'
import css from './withdrawn-notice.module.css'

const dismiss = (id: number): void =>
  changeLive((live) => ({
    ...live,
    notifications: live.notifications.filter((one) => one.id !== id),
  }))

export function NotificationNotices() {
  const notifications = useLive((live) => live.notifications)
  const newest = notifications.at(-1)
  useEffect(() => {
    if (newest !== undefined) showBySystem(newest)
  }, [newest])
  if (notifications.length === 0) return null
  return (
    <div role="status" className={css.notice}>
      {notifications.map((one) => (
        <One key={one.id} notification={one} />
      ))}
    </div>
  )
}

function One({ notification }: { readonly notification: ShownNotification }) {
  const { id, subtitle, message } = notification
  return (
    <Notice tone="info" icon={<Bell size={16} aria-hidden="true" />}>
      <div className={css.line}>
        <span>
          <b>{notificationTitle(notification)}</b> {message}
          {subtitle === '' ? null : <small> {subtitle}</small>}
        </span>
        <IconButton label={strings.dismiss} className={css.dismiss} onClick={() => dismiss(id)}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </div>
    </Notice>
  )
}
