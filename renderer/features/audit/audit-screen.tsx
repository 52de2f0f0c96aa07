// The journal, newest first: ask it, follow it, see it in figures, check it, take it with you.
import { ArrowUp, ChartColumn } from 'lucide-react'
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { FactKey } from '../../../contract/journal/journal-facts.ts'
import { type JournalQuery, parseQuery, withTerm } from '../../../contract/journal/journal-query.ts'
import type { AuditLocation } from '../../state/audit-address.ts'
import { useToolList } from '../../state/tool-list.ts'
import { Button } from '../../ui/button.tsx'
import type { LongListHandle } from '../../ui/lists/long-list.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import table from '../../ui/lists/table.module.css'
import { count } from '../../ui/text/time-text.ts'
import { ToggleSwitch } from '../../ui/toggle-switch.tsx'
import { AuditCharts } from './charts/audit-charts.tsx'
import css from './audit-screen.module.css'
import { EventsTable } from './table/events-table.tsx'
import { asksForCalls, callsQuery } from './table/calls-query.ts'
import { CallsTable } from './table/calls-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { QueryBar } from './query/query-bar.tsx'
import { RowDetail } from './row/row-detail.tsx'
import { SavedViews } from './query/saved-views.tsx'
import { strings } from './strings.ts'
import { useCallSummaries } from './table/use-call-summaries.ts'
import { useFoundRows } from './table/use-found-rows.ts'
import { useAuditLocation } from './use-audit-location.ts'
import { VerifyChain } from './verify-chain.tsx'

const any = 'all'
const several = 'several'

type Props = {
  readonly location: AuditLocation
  onLocation(location: AuditLocation): void
  renderUndo(callId: CallId, again: boolean): ReactNode
  /** The card of a call, as in Approvals, to be read only; lent by the frame. */
  renderCard(approval: Approval, ended: ReactNode): ReactNode
  renderResult(runId: RunId, callId: CallId): ReactNode
}

export function AuditScreen({ location, onLocation, renderUndo, renderCard, renderResult }: Props) {
  const [line, setLine] = useState(location.query)
  const read = useMemo(() => parseQuery(line, Date.now()), [line])
  // What is shown stays while a query is half typed.
  const [asked, setAsked] = useState('')
  if (read.ok && asked !== line) setAsked(line)
  const query = useDeferredValue(asked)
  const [follow, setFollow] = useState(true)
  const [atTop, setAtTop] = useState(true)
  const [active, setActive] = useState(0)
  const [charts, setCharts] = useState(false)
  const list = useRef<LongListHandle>(null)
  // An address with a row or a question about rows is answered with rows.
  const [picked, setPicked] = useState<'calls' | 'events'>(
    location.row === null ? 'calls' : 'events',
  )
  const fits = read.ok && asksForCalls(read.value)
  const view = fits ? picked : 'events'
  const source = useFoundRows(view === 'calls' ? callsQuery(query) : query, follow && atTop)
  const summaries = useCallSummaries()
  const state = useSyncExternalStore(source.subscribe, source.state)
  const tools = useToolList().value
  const toolNames = useMemo(
    () => (tools ?? []).map(({ name }) => ({ value: name, label: name })),
    [tools],
  )
  const onView = useCallback(
    (first: number, end: number, top: boolean) => {
      source.show(first, end)
      setAtTop(top)
    },
    [source],
  )
  const ask = (next: string): void => {
    setLine(next)
    setActive(0)
    list.current?.toTop()
  }
  const { chosen, missing, choose } = useAuditLocation({
    location,
    query: asked,
    onLocation,
    onQuery: ask,
  })
  const pick = (
    key: FactKey | 'after',
    label: string,
    all: string,
    choices: readonly { value: string; label: string }[],
  ): ReactNode => {
    const value = chosenOf(read.ok ? read.value : null, key, line)
    const known = choices.some((choice) => choice.value === value) || value === any
    return (
      <Pick
        label={label}
        value={value}
        neutral={any}
        choices={[
          { value: any, label: all },
          ...choices,
          ...(known ? [] : [{ value, label: value === several ? strings.several : value }]),
        ]}
        onChange={(next) =>
          next !== several && ask(withTerm(line, key, next === any ? [] : [next]))
        }
      />
    )
  }
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
  const toNewest = (): void => {
    source.restart()
    setActive(0)
    list.current?.toTop()
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
          <div className={css.viewPick} role="group" aria-label={strings.calls.view}>
            {(['calls', 'events'] as const).map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={view === each}
                aria-disabled={each === 'calls' && !fits}
                title={each === 'calls' && !fits ? strings.calls.eventsOnly : undefined}
                onClick={() => {
                  if (each === 'calls' && !fits) return
                  setPicked(each)
                  setActive(0)
                  list.current?.toTop()
                }}
              >
                {strings.calls.views[each]}
              </button>
            ))}
          </div>
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
          {pick('kind', strings.kind, strings.kindAll, kindChoices)}
          {pick('tool', strings.tool, strings.toolAll, toolNames)}
          {pick('decision', strings.effect, strings.effectAll, effectChoices)}
          {pick('tier', strings.tier, strings.tierAll, tierChoices)}
          {pick('after', strings.time, strings.timeAll, timeChoices)}
        </div>
        <div className={css.second}>
          <div className={css.follow}>
            <ToggleSwitch label={strings.follow} on={follow} onChange={setFollow} />
            <span aria-hidden="true">{strings.follow}</span>
          </div>
          <span role="status">
            {state.newer === 0 ? null : (
              <Button
                size="small"
                icon={<ArrowUp size={14} aria-hidden="true" />}
                onClick={toNewest}
              >
                {strings.newer(state.newer >= 1_000 ? '1,000+' : count(state.newer))}
              </Button>
            )}
          </span>
          <VerifyChain />
        </div>
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

const kindChoices = Object.entries(strings.kinds).map(([value, label]) => ({ value, label }))
const effectChoices = (['allow', 'confirm', 'deny'] as const).map((value) => ({
  value,
  label: strings.effects[value],
}))
const tierChoices = ['R0', 'R1', 'R2', 'R3', 'R4'].map((value) => ({ value, label: value }))
const timeChoices = (['1h', '24h', '7d', '30d'] as const).map((value) => ({
  value,
  label: strings.times[value],
}))

/**
 * What a menu shows of the query: its one value, that there are several, or that it does not
 * matter.
 */
function chosenOf(query: JournalQuery | null, key: FactKey | 'after', line: string): string {
  if (key === 'after') return /(?:^|\s)after:(\S+)/.exec(line)?.[1] ?? any
  const terms = (query?.terms ?? []).filter((term) => term.key === key && !term.not)
  const [first] = terms
  if (first === undefined) return any
  return terms.length === 1 && first.values.length === 1 ? (first.values[0] ?? any) : several
}
