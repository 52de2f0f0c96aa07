// One row of another machine whole; of a call, its card and its other rows.
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { FleetCall, FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import type { MachineName } from '../../../../contract/fleet/machine.ts'
import type { CallId } from '../../../../contract/ids.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import table from '../../../ui/lists/table.module.css'
import { TroubleText } from '../../../ui/panel.tsx'
import { ExactBlock } from '../../../ui/text/exact-text.tsx'
import { clockTime, count, fullTime } from '../../../ui/text/time-text.ts'
import type { AuditParts } from '../audit-parts.ts'
import css from '../fleet-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.search

type Props = {
  readonly row: FleetRow
  readonly audit: AuditParts
  onDay(machine: MachineName, at: number): void
  onClose(): void
}

export function RowPanel({ row, audit, onDay, onClose }: Props) {
  const id = 'callId' in row.entry ? row.entry.callId : null
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc of what is inside
    <aside className={table.detail} aria-label={words.detail} onKeyDown={onKeyDown}>
      <div>
        <div className={table.detailHead}>
          <h2>{words.row(row.machine, count(row.seq))}</h2>
          <IconButton label={words.close} onClick={onClose}>
            <X size={15} aria-hidden="true" />
          </IconButton>
        </div>
        <p className={table.quiet}>
          {audit.kinds[row.entry.kind]} · {fullTime(row.at)}
        </p>
        <div className={css.acts}>
          <Button size="small" onClick={() => onDay(row.machine, row.at)}>
            {words.day}
          </Button>
        </div>
      </div>
      {id === null ? null : <OneCall id={id} row={row} audit={audit} />}
      <Raw row={row} open={id === null} />
    </aside>
  )
}

function OneCall({
  id,
  row,
  audit,
}: {
  readonly id: CallId
  readonly row: FleetRow
  readonly audit: AuditParts
}) {
  const { machine, seq, at } = row
  const { value, error, busy } = useRead(useBridge(), 'fleet.calls', {
    calls: [{ machine, callId: id, seq, at }],
  })
  const [call] = value ?? []
  if (error !== null) return <TroubleText {...error} />
  if (call === undefined)
    return <p className={css.aside}>{busy ? strings.reading : words.noCall}</p>
  return <CallOpened call={call} audit={audit} />
}

/** The card, read only, and the rows that it is made of. */
export function CallOpened({
  call: { summary, rows },
  audit,
}: {
  readonly call: FleetCall
  readonly audit: AuditParts
}) {
  const card = audit.cardOfCall(summary)
  const end = audit.decidedBy(summary)
  return (
    <>
      {card === null
        ? null
        : audit.renderCard(
            card,
            <p className={css.how} data-tone={end.tone}>
              {end.text}
              {summary.error === null ? null : `: ${summary.error.text}`}
            </p>,
          )}
      <div>
        <h3>{words.sameCall}</h3>
        <ol className={css.steps}>
          {rows.map((each) => {
            const said = audit.rowSummary(each.entry, '')
            return (
              <li key={`${each.seq} ${each.hash}`}>
                <span>{audit.kinds[each.entry.kind]}</span>
                <span className={css.how} data-tone={said.tone}>
                  {said.how === '' ? said.what : said.how}
                </span>
                <span className={css.aside} title={fullTime(each.at)}>
                  {clockTime(each.at)}
                </span>
              </li>
            )
          })}
        </ol>
      </div>
    </>
  )
}

export function Raw({ row, open }: { readonly row: FleetRow; readonly open: boolean }) {
  return (
    <details className={css.folded} open={open}>
      <summary>{words.raw}</summary>
      <div className={table.boxed}>
        <ExactBlock text={JSON.stringify(row.entry, null, 2)} label={words.whole} tall />
      </div>
      <p className={css.hash}>
        <code>{row.hash}</code>
      </p>
    </details>
  )
}
