// The rows of the journal about one call, where its answer is looked at.
import { useState } from 'react'
import { Link } from 'wouter'
import type { CallId } from '../../../../contract/ids.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { auditAddress, exactly } from '../../../state/audit-address.ts'
import { useRead } from '../../../state/use-read.ts'
import { TroubleText } from '../../../ui/panel.tsx'
import { fullTime } from '../../../ui/text/time-text.ts'
import css from '../card/approval-card.module.css'
import { strings } from '../strings.ts'

export function JournalRows({ callId }: { readonly callId: CallId }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.inAudit}</summary>
      {open ? <Rows callId={callId} /> : null}
    </details>
  )
}

function Rows({ callId }: { readonly callId: CallId }) {
  const query = exactly('call', callId)
  const { value, error } = useRead(useBridge(), 'audit.page', { limit: 50, filter: { callId } })
  return (
    <>
      {error === null ? null : (
        <p className={css.bad}>
          <TroubleText {...error} />
        </p>
      )}
      {value?.rows.length === 0 ? <p>{strings.inAuditNone}</p> : null}
      <ol className={css.rowsOf}>
        {(value?.rows ?? []).toReversed().map(({ seq, at, entry }) => (
          <li key={seq}>
            <Link className={css.toAudit} href={auditAddress(query, seq)}>
              {strings.auditRow(seq)}
            </Link>{' '}
            <code>{entry.kind}</code> <time>{fullTime(at)}</time>
          </li>
        ))}
      </ol>
      <Link className={css.toAudit} href={auditAddress(query)}>
        {strings.allInAudit}
      </Link>
    </>
  )
}
