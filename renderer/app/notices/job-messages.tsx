// Messages that jobs show the person, until they are dismissed. They stay in the history of jobs.
import { CalendarClock, X } from 'lucide-react'
import { changeLive, useLive } from '../../state/live/live-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import { strings } from '../strings.ts'
import css from './withdrawn-notice.module.css'

export function JobMessages() {
  const messages = useLive((live) => live.jobMessages)
  if (messages.length === 0) return null
  return (
    <div role="status" className={css.notice}>
      {messages.map(({ run, name, text }) => (
        <Notice key={run} tone="info" icon={<CalendarClock size={16} aria-hidden="true" />}>
          <div className={css.line}>
            <span>
              <b>{name}</b> {text}
            </span>
            <IconButton
              label={`${strings.dismiss}: ${name}`}
              className={css.dismiss}
              onClick={() =>
                changeLive((live) => ({
                  ...live,
                  jobMessages: live.jobMessages.filter((each) => each.run !== run),
                }))
              }
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </div>
        </Notice>
      ))}
    </div>
  )
}
