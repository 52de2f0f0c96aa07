// One row a call: when, who, what as a sentence, tier, what decided, how long it took.
import { memo, type ReactNode, type Ref, useCallback, useSyncExternalStore } from 'react'
import { plainTitle } from '../../../contract/approval/call-title.ts'
import type { CallId } from '../../../contract/ids.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { useLive } from '../../state/live/live-store.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { LongList, type LongListHandle, type Stop } from '../../ui/lists/long-list.tsx'
import { TierBadge } from '../../ui/tier-badge.tsx'
import { clockTime, duration, fullTime } from '../../ui/text/time-text.ts'
import css from './audit-screen.module.css'
import { decidedBy, titleOfCall } from './call-text.ts'
import { dayOf, isSameDay } from './day-text.ts'
import type { RowSource } from './row-source.ts'
import { strings } from './strings.ts'
import { type CallSummaries, useCallSummary } from './use-call-summaries.ts'

const { calls: words } = strings

type Props = {
  readonly source: RowSource
  readonly summaries: CallSummaries
  readonly chosen: number | null
  readonly active: number
  readonly handle: Ref<LongListHandle>
  onActive(index: number): void
  onChoose(row: JournalRow): void
  onView(first: number, end: number, atTop: boolean): void
}

const { columns } = words
const heads = [
  columns.time,
  columns.who,
  columns.what,
  columns.tier,
  columns.by,
  columns.duration,
].map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

// What else the screen shows is no reason to look through the rows again.
export const CallsTable = memo(function CallsTable({
  source,
  summaries,
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
    (row: JournalRow | null | undefined, stop: Stop): ReactNode => {
      const id = row === undefined || row === null ? null : callOf(row)
      return row === undefined || row === null || id === null ? (
        <span role="cell">
          <button type="button" className={css.seq} {...stop}>
            {row === null ? strings.unreadable : strings.reading}
          </button>
        </span>
      ) : (
        <Cells {...{ id, row, stop, summaries, workspace }} />
      )
    },
    [summaries, workspace],
  )
  return (
    <LongList
      label={words.table}
      count={count}
      heads={heads}
      rowClass={css.callRow}
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

const callOf = ({ entry }: JournalRow): CallId | null => ('callId' in entry ? entry.callId : null)

type CellsProps = {
  readonly id: CallId
  readonly row: JournalRow
  readonly stop: Stop
  readonly summaries: CallSummaries
  readonly workspace: string
}

function Cells({ id, row, stop, summaries, workspace }: CellsProps) {
  const call = useCallSummary(summaries, id)
  const time = isSameDay(row.at, Date.now())
    ? clockTime(row.at)
    : `${dayOf(row.at)} ${clockTime(row.at)}`
  if (call === undefined || call === null) {
    return (
      <>
        <span role="cell">
          <button type="button" className={css.seq} title={fullTime(row.at)} {...stop}>
            {time}
          </button>
        </span>
        <span role="cell" className={css.blank} aria-hidden="true" />
      </>
    )
  }
  const title = titleOfCall(call, workspace)
  const end = decidedBy(call)
  const who = call.principal?.name ?? ''
  return (
    <>
      <span role="cell">
        <button
          type="button"
          className={css.seq}
          title={fullTime(row.at)}
          aria-label={`${time} ${words.rowName(who, plainTitle(title))}`}
          {...stop}
        >
          {time}
        </button>
      </span>
      <span role="cell" title={who} className={css.whoCell}>
        <Exact text={who} />
      </span>
      <span role="cell" className={css.what} title={plainTitle(title)}>
        {title.verb}{' '}
        {title.code ? (
          <code>
            <Exact text={title.target} />
          </code>
        ) : (
          <b>
            <Exact text={title.target} />
          </b>
        )}
        {title.rest === '' ? null : ` ${title.rest}`}
      </span>
      <span role="cell">
        {call.decision === null ? null : <TierBadge tier={call.decision.tier} />}
      </span>
      <span role="cell" className={css.how} data-tone={end.tone} title={end.text}>
        {end.text}
      </span>
      <span role="cell" className={css.muted}>
        {call.durationMs === 0 ? '' : duration(call.durationMs)}
      </span>
    </>
  )
}
