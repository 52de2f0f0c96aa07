// The rows of the journal as a table of any length.
import { memo, type ReactNode, useCallback } from 'react'
import { useLive } from '../../../state/live/live-store.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { clockTime, fullTime } from '../../../ui/text/time-text.ts'
import css from '../audit-screen.module.css'
import { rowSummary } from '../row/row-text.ts'
import { strings } from '../strings.ts'
import { JournalList, type ListProps, type SeenRow } from './journal-list.tsx'

const { columns } = strings
const heads = [columns.seq, columns.time, columns.kind, columns.tool, columns.what, columns.how]

// What else the screen shows is no reason to look through the rows again.
export const EventsTable = memo(function EventsTable(props: ListProps) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const renderCells = useCallback(
    (row: SeenRow, stop: Stop): ReactNode => <Cells row={row} workspace={workspace} stop={stop} />,
    [workspace],
  )
  return (
    <JournalList
      {...props}
      label={strings.table}
      columns={heads}
      rowClass={css.row}
      renderCells={renderCells}
    />
  )
})

type CellsProps = {
  readonly row: SeenRow
  readonly workspace: string
  readonly stop: Stop
}

function Cells({ row, workspace, stop }: CellsProps) {
  if (row === undefined || row === null) {
    return (
      <>
        <span role="cell">
          {row === undefined && stop.tabIndex < 0 ? (
            strings.reading
          ) : (
            <button type="button" className={css.seq} {...stop}>
              {row === null ? strings.unreadable : strings.reading}
            </button>
          )}
        </span>
        {row === undefined ? <span role="cell" className={css.blank} aria-hidden="true" /> : null}
      </>
    )
  }
  const words = rowSummary(row.entry, workspace)
  return (
    <>
      <span role="cell">
        <button type="button" className={css.seq} aria-label={strings.rowTitle(row.seq)} {...stop}>
          {row.seq}
        </button>
      </span>
      <span role="cell" title={fullTime(row.at)} className={css.muted}>
        {clockTime(row.at)}
      </span>
      <span role="cell">{strings.kinds[row.entry.kind]}</span>
      <span role="cell" title={words.tool}>
        <code>{words.tool}</code>
      </span>
      <span role="cell" className={css.what} title={words.what}>
        <Exact text={words.what.replaceAll('\n', ' ⏎ ')} />
      </span>
      <span role="cell" className={css.how} data-tone={words.tone}>
        {words.tier === null ? null : <TierBadge tier={words.tier} />}
        {words.how}
      </span>
    </>
  )
}
