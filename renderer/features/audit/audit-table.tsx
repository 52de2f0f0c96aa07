// The rows of the journal as a table of any length.
import { memo, type ReactNode, type Ref, useCallback, useSyncExternalStore } from 'react'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { useLive } from '../../state/live/live-store.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { LongList, type LongListHandle, type Stop } from '../../ui/lists/long-list.tsx'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { clockTime, fullTime } from '../../ui/text/time-text.ts'
import css from './audit-screen.module.css'
import type { RowSource } from './row-source.ts'
import { dayOf, isSameDay } from './day-text.ts'
import { rowWords } from './row-text.ts'
import { strings } from './strings.ts'

type Props = {
  readonly source: RowSource
  readonly chosen: number | null
  readonly active: number
  readonly handle: Ref<LongListHandle>
  onActive(index: number): void
  onChoose(row: JournalRow): void
  onView(first: number, end: number, atTop: boolean): void
}

const { columns } = strings
const heads = [
  columns.seq,
  columns.time,
  columns.kind,
  columns.tool,
  columns.what,
  columns.how,
].map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

// What else the screen shows is no reason to look through the rows again.
export const AuditTable = memo(function AuditTable({
  source,
  chosen,
  active,
  handle,
  onActive,
  onChoose,
  onView,
}: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  useSyncExternalStore(source.subscribe, source.version)
  const { count } = source.state()
  const renderCells = useCallback(
    (row: JournalRow | null | undefined, stop: Stop): ReactNode => (
      <Cells row={row} workspace={workspace} stop={stop} />
    ),
    [workspace],
  )
  return (
    <LongList
      label={strings.table}
      count={count}
      heads={heads}
      rowClass={css.row}
      active={Math.min(active, Math.max(0, count - 1))}
      handle={handle}
      onActive={onActive}
      onOpen={(index) => {
        const row = source.rowAt(index)
        if (row !== undefined && row !== null) onChoose(row)
      }}
      onView={onView}
      keyOf={source.keyOf}
      rowAt={source.rowAt}
      renderCells={renderCells}
      isChosen={(row) => chosen !== null && row?.seq === chosen}
    />
  )
})

type CellsProps = {
  readonly row: JournalRow | null | undefined
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
  const words = rowWords(row.entry, workspace)
  return (
    <>
      <span role="cell">
        <button type="button" className={css.seq} aria-label={strings.rowTitle(row.seq)} {...stop}>
          {row.seq}
        </button>
      </span>
      <span role="cell" title={fullTime(row.at)} className={css.muted}>
        {isSameDay(row.at, Date.now()) ? '' : `${dayOf(row.at)} `}
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
