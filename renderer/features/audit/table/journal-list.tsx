// The rows of the journal as a list of any length, in days, with what is opened below its row. What is
// in a row is lent to it: events and calls differ in that alone.
import { type ReactNode, type Ref, useMemo, useSyncExternalStore } from 'react'
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import type { Between } from '../../../ui/lists/between-rows.tsx'
import { LongList, type LongListHandle } from '../../../ui/lists/long-list.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import css from '../audit-screen.module.css'
import { dayTitle } from './day-text.ts'
import type { RowSource } from './row-source.ts'
import { useDays } from './use-days.ts'

/** A row as it may be there: undefined while it is read, null where it cannot be. */
export type SeenRow = JournalRow | null | undefined

export type ListProps = {
  readonly source: RowSource
  /** Number of the row that is shown. */
  readonly chosen: number | null
  readonly active: number
  readonly handle: Ref<LongListHandle>
  /** What is below the chosen row; null where it is shown elsewhere. */
  readonly opened: ReactNode
  onActive(index: number): void
  onChoose(row: JournalRow): void
  onView(first: number, end: number, atTop: boolean): void
}

type Props = ListProps & {
  readonly label: string
  readonly columns: readonly string[]
  readonly rowClass: string | undefined
  renderCells(row: SeenRow, stop: Stop): ReactNode
}

export function JournalList(props: Props) {
  const { source, label, columns, rowClass, renderCells } = props
  const { chosen, active, handle, opened, onActive, onChoose } = props
  useSyncExternalStore(source.subscribe, source.version)
  const { count } = source.state()
  const { days, onView } = useDays(source, props.onView)
  const index = chosen === null ? null : source.indexOf(chosen)
  const between = useMemo<readonly Between[]>(() => {
    const heads: Between[] = days.map((day) => ({
      key: `day ${day.at}`,
      at: day.index,
      height: 'row',
      children: (
        <span role="cell" className={css.day}>
          {dayTitle(day.at, Date.now())}
        </span>
      ),
    }))
    if (index === null || opened === null) return heads
    const below: Between = {
      key: `opened ${chosen}`,
      at: index + 1,
      height: 'own',
      children: <div role="cell">{opened}</div>,
    }
    // What was opened is above the day that begins after it.
    return [...heads, below].toSorted((one, other) => one.at - other.at || (one === below ? -1 : 1))
  }, [chosen, days, index, opened])
  const heads = useMemo(
    () =>
      columns.map((head) => (
        <span key={head} role="columnheader">
          {head}
        </span>
      )),
    [columns],
  )
  return (
    <LongList
      label={label}
      count={count}
      heads={heads}
      rowClass={rowClass}
      active={Math.min(active, Math.max(0, count - 1))}
      handle={handle}
      onActive={onActive}
      onOpen={(at) => {
        const row = source.rowAt(at)
        if (row !== undefined && row !== null) onChoose(row)
      }}
      onView={onView}
      keyOf={source.keyOf}
      rowAt={source.rowAt}
      renderCells={renderCells}
      isChosen={(row) => chosen !== null && row?.seq === chosen}
      between={between}
    />
  )
}
