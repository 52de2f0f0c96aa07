// Held calls that vanish without an answer: how many, what closed them, and where they are.
import { Hand, X } from 'lucide-react'
import { Link } from 'wouter'
import { auditAddress } from '../../state/audit-address.ts'
import { changeLive, useLive } from '../../state/live/live-store.ts'
import { IconButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/panel.tsx'
import css from './withdrawn-notice.module.css'
import { strings } from '../strings.ts'

const { withdrawn: words } = strings

export function WithdrawnNotice() {
  const withdrawn = useLive((live) => live.withdrawn)
  if (withdrawn === null) return null
  const { by, calls } = withdrawn
  const dismiss = (): void => changeLive((live) => ({ ...live, withdrawn: null }))
  return (
    <div role="status" className={css.notice}>
      <Notice tone="info" icon={<Hand size={16} aria-hidden="true" />}>
        <div className={css.line}>
          <span>
            <b>{words.calls(calls)}</b> {words.by[by]}{' '}
            <Link
              href={auditAddress(`kind:answered route:${by}`)}
              className={css.link}
              onClick={dismiss}
            >
              {words.view}
            </Link>
          </span>
          <IconButton label={strings.dismiss} className={css.dismiss} onClick={dismiss}>
            <X size={14} aria-hidden="true" />
          </IconButton>
        </div>
      </Notice>
    </div>
  )
}
