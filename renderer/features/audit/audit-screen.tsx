// The journal, newest first: search, follow, charts, check and export.
import { ChartColumn } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { AuditLocation } from '../../state/audit-address.ts'
import { Button } from '../../ui/button.tsx'
import type { LongListHandle } from '../../ui/lists/long-list.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import table from '../../ui/lists/table.module.css'
import { count } from '../../ui/text/time-text.ts'
import { AuditCharts } from './charts/audit-charts.tsx'
import css from './audit-screen.module.css'
import { EventsTable } from './table/events-table.tsx'
import { asksForCalls, callsQuery } from './table/calls-query.ts'
import { CallsTable } from './table/calls-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FollowBar } from './follow-bar.tsx'
import { QueryBar } from './query/query-bar.tsx'
import { QueryPicks } from './query/query-picks.tsx'
import { useQueryLine } from './query/use-query-line.ts'
import { RowDetail } from './row/row-detail.tsx'
import { SavedViews } from './query/saved-views.tsx'
import { strings } from './strings.ts'
import { useCallSummaries } from './table/use-call-summaries.ts'
import { useFoundRows } from './table/use-found-rows.ts'
import { useAuditLocation } from './use-audit-location.ts'
import { type View, ViewPick } from './view-pick.tsx'

type Props = {
  readonly location: AuditLocation
  onLocation(location: AuditLocation): void
  renderUndo(callId: CallId, again: boolean): ReactNode
  /** The card of a call, as in Approvals, to be read only; lent by the frame. */
  renderCard(approval: Approval, ended: ReactNode): ReactNode
  renderResult(runId: RunId, callId: CallId): ReactNode
}

export function AuditScreen({ location, onLocation, renderUndo, renderCard, renderResult }: Props) {
  const { line, setLine, read, asked, query } = useQueryLine(location.query)
  const [follow, setFollow] = useState(true)
  const [atTop, setAtTop] = useState(true)
  const [active, setActive] = useState(0)
  const [charts, setCharts] = useState(false)
  const list = useRef<LongListHandle>(null)
  // An address with a row or a question about rows is answered with rows.
  const [picked, setPicked] = useState<View>(location.row === null ? 'calls' : 'events')
  const fits = read.ok && asksForCalls(read.value)
  const view = fits ? picked : 'events'
  const source = useFoundRows(view === 'calls' ? callsQuery(query) : query, follow && atTop)
  const summaries = useCallSummaries()
  const state = useSyncExternalStore(source.subscribe, source.state)
  const onView = useCallback(
    (first: number, end: number, top: boolean) => {
      source.show(first, end)
      setAtTop(top)
    },
    [source],
  )
  const toTop = (): void => {
    setActive(0)
    list.current?.toTop()
  }
  const ask = (next: string): void => {
    setLine(next)
    toTop()
  }
  const { chosen, missing, choose } = useAuditLocation({
    location,
    query: asked,
    onLocation,
    onQuery: ask,
  })
  const filtered = line.trim() !== ''
  // Opened below its row where that row is in the list, else beside it.
  const below = view === 'calls' && chosen !== null && source.indexOf(chosen.seq) !== null
  const detail =
    chosen === null ? null : (
      <RowDetail
        key={chosen.seq}
        row={chosen}
        place={below ? 'below' : 'beside'}
        onChoose={choose}
        onQuery={ask}
        onClose={() => {
          const index = source.indexOf(chosen.seq)
          choose(null)
          if (index !== null) list.current?.toRow(index, true)
        }}
        renderUndo={renderUndo}
        renderResult={renderResult}
        renderCard={renderCard}
      />
    )
  const listed = {
    source,
    chosen: chosen?.seq ?? null,
    active,
    handle: list,
    opened: below ? detail : null,
    onActive: setActive,
    onView,
  }

  return (
    <div className={table.screen} data-detail={chosen !== null && !below}>
      <div className={table.left}>
        <div className={table.bar}>
          <h1>{strings.title}</h1>
          <span className={table.quiet}>
            {!state.read
              ? strings.reading
              : state.exact
                ? (view === 'calls' ? strings.calls.rowsFound : strings.total)(count(state.count))
                : (view === 'calls' ? strings.calls.atLeast : strings.atLeast)(count(state.count))}
          </span>
          <ViewPick
            view={view}
            fits={fits}
            onView={(next) => {
              setPicked(next)
              toTop()
            }}
          />
          <span className={table.space} />
          <Button
            size="small"
            icon={<ChartColumn size={15} aria-hidden="true" />}
            aria-pressed={charts}
            onClick={() => setCharts(!charts)}
          >
            {strings.charts.open}
          </Button>
          <SavedViews query={line} onTake={ask} />
          <ExportDialog query={query} />
        </div>
        <div className={`${css.second} ${css.picks}`}>
          <QueryBar value={line} fault={read.ok ? null : read.error} onChange={ask} />
          <QueryPicks line={line} query={read.ok ? read.value : null} onChange={ask} />
        </div>
        <FollowBar
          follow={follow}
          newer={state.newer}
          onFollow={setFollow}
          onNewest={() => {
            source.restart()
            toTop()
          }}
        />
        {charts ? <AuditCharts onQuery={ask} /> : null}
        {[state.error, missing].map((error) =>
          error === null ? null : (
            <Notice key={error.code} tone="bad" alert>
              <TroubleText {...error} />
            </Notice>
          ),
        )}
        {state.read && state.exact && state.count === 0 && state.error === null ? (
          <EmptyState title={filtered ? strings.none : strings.empty}>
            {filtered ? (
              <Button size="small" onClick={() => ask('')}>
                {strings.clear}
              </Button>
            ) : null}
          </EmptyState>
        ) : view === 'calls' ? (
          <CallsTable
            key={`calls ${query}`}
            {...listed}
            summaries={summaries}
            // A second press closes it.
            onChoose={(row) => choose(row.seq === chosen?.seq ? null : row)}
          />
        ) : (
          <EventsTable key={query} {...listed} onChoose={choose} />
        )}
      </div>
      {below ? null : detail}
    </div>
  )
}
