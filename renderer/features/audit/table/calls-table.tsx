// One row a call: when, who, what as a sentence, tier, what decided, how long it took. It opens below
// its row.
import { memo, type ReactNode, useCallback } from 'react'
import { plainTitle } from '../../../../contract/approval/call-title.ts'
import type { CallId } from '../../../../contract/ids.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { CallSentence } from '../../../ui/text/call-sentence.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { clockTime, duration, fullTime } from '../../../ui/text/time-text.ts'
import css from '../audit-screen.module.css'
import { decidedBy, titleOfCall } from '../row/call-text.ts'
import { strings } from '../strings.ts'
import { JournalList, type ListProps, type SeenRow } from './journal-list.tsx'
import { type CallSummaries, useCallSummary } from './use-call-summaries.ts'

const { calls: words } = strings
const { columns } = words
const heads = [columns.time, columns.who, columns.what, columns.tier, columns.by, columns.duration]

type Props = ListProps & { readonly summaries: CallSummaries }

// What else the screen shows is no reason to look through the rows again.
export const CallsTable = memo(function CallsTable({ summaries, ...list }: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const { chosen } = list
  const renderCells = useCallback(
    (row: SeenRow, stop: Stop): ReactNode => {
      const id = row === undefined || row === null ? null : callOf(row)
      return row === undefined || row === null || id === null ? (
        <span role="cell">
          <button type="button" className={css.seq} {...stop}>
            {row === null ? strings.unreadable : strings.reading}
          </button>
        </span>
      ) : (
        <Cells
          id={id}
          row={row}
          stop={stop}
          summaries={summaries}
          workspace={workspace}
          open={row.seq === chosen}
        />
      )
    },
    [chosen, summaries, workspace],
  )
  return (
    <JournalList
      {...list}
      label={words.table}
      columns={heads}
      rowClass={css.callRow}
      renderCells={renderCells}
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
  readonly open: boolean
}

function Cells({ id, row, stop, summaries, workspace, open }: CellsProps) {
  const call = useCallSummary(summaries, id)
  const time = clockTime(row.at)
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
          aria-expanded={open}
          {...stop}
        >
          {time}
        </button>
      </span>
      <span role="cell" title={who} className={css.whoCell}>
        <Exact text={who} />
      </span>
      <span role="cell" title={plainTitle(title)}>
        <CallSentence title={title} />
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
