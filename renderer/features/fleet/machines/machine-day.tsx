// One day of one machine as Audit shows a day of this one: its calls, each opened below its row to
// the same card, read only.
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FleetCall, FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import type { MachineName } from '../../../../contract/fleet/machine.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/lists/long-list.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import table from '../../../ui/lists/table.module.css'
import { EmptyState } from '../../../ui/panel.tsx'
import type { AuditParts } from '../audit-parts.ts'
import css from '../fleet-screen.module.css'
import { CallOpened, Raw } from '../search/row-panel.tsx'
import { RowsEnd } from '../search/rows-end.tsx'
import { usePages } from '../search/use-pages.ts'
import { strings } from '../strings.ts'
import { CallCells } from './call-cells.tsx'
import { dateLocale } from '../../../ui/text/date-locale.ts'

const words = strings.day
const heads = Object.values(words.columns).map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))
const dayName = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full' })

type Props = {
  readonly machine: MachineName
  /** Any moment of the day. */
  readonly at: number
  readonly audit: AuditParts
  onDay(at: number): void
  onBack(): void
}

export function MachineDay({ machine, at, audit, onDay, onBack }: Props) {
  const { from, until, before } = dayOf(at)
  const [again, setAgain] = useState(0)
  const pages = usePages(
    `machine:${machine} status:done,failed,denied,cancelled,unknown after:${from} before:${until}`,
    again,
  )
  const { rows, next, more, busy } = pages
  const calls = useCalls(rows)
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<FleetRow | null>(null)
  const renderCells = useCallback(
    (row: FleetRow | undefined, stop: Stop) =>
      row === undefined ? null : (
        <CallCells
          row={row}
          stop={stop}
          audit={audit}
          call={calls.get(keyOf(row))}
          open={chosen === row}
        />
      ),
    [audit, calls, chosen],
  )
  const onView = useCallback(
    (_first: number, end: number) => {
      if (end >= rows.length && rows.length > 0) more()
    },
    [more, rows.length],
  )
  const index = chosen === null ? -1 : rows.indexOf(chosen)
  const between = useMemo(
    () =>
      chosen === null || index < 0
        ? []
        : [
            {
              key: `opened ${keyOf(chosen)}`,
              at: index + 1,
              height: 'own' as const,
              children: (
                <div role="cell">
                  <section className={css.below} aria-label={words.open}>
                    <Opened call={calls.get(keyOf(chosen))} row={chosen} audit={audit} />
                  </section>
                </div>
              ),
            },
          ],
    [index, audit, calls, chosen],
  )
  return (
    <div className={table.left}>
      <div className={css.second}>
        <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          {words.back}
        </Button>
        <h2 className={css.heading}>{machine}</h2>
        <IconButton label={words.before} onClick={() => onDay(before)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <span role="status" className={css.date}>
          {dayName.format(from)}
        </span>
        <IconButton label={words.after} onClick={() => onDay(until)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      {rows.length > 0 ? (
        <LongList
          label={words.table(machine)}
          count={rows.length}
          heads={heads}
          rowClass={css.callRow}
          active={Math.min(active, rows.length - 1)}
          onActive={setActive}
          // A second press closes it.
          onOpen={(position) => {
            const row = rows[position] ?? null
            setChosen(row === chosen ? null : row)
          }}
          onView={onView}
          keyOf={(position) => position}
          rowAt={(position) => rows[position]}
          renderCells={renderCells}
          isChosen={(row) => row !== undefined && row === chosen}
          between={between}
        />
      ) : pages.read && !busy && next === null ? (
        <EmptyState title={words.none} />
      ) : busy ? (
        <p className={css.aside}>{strings.reading}</p>
      ) : null}
      <RowsEnd pages={pages} again={() => setAgain((count) => count + 1)} />
    </div>
  )
}

function Opened({
  call,
  row,
  audit,
}: {
  readonly call: FleetCall | undefined
  readonly row: FleetRow
  readonly audit: AuditParts
}) {
  return (
    <>
      {call === undefined ? (
        <p className={css.aside}>{words.pending}</p>
      ) : (
        <CallOpened call={call} audit={audit} />
      )}
      <Raw row={row} open={false} />
    </>
  )
}

const keyOf = (row: FleetRow): string =>
  `${row.seq} ${'callId' in row.entry ? row.entry.callId : ''}`

/** Local days, as Audit has them. */
function dayOf(at: number): {
  readonly from: number
  readonly until: number
  readonly before: number
} {
  const day = new Date(at)
  day.setHours(0, 0, 0, 0)
  const moved = (days: number): number => {
    const other = new Date(day)
    other.setDate(other.getDate() + days)
    return other.getTime()
  }
  return { from: day.getTime(), until: moved(1), before: moved(-1) }
}

/** The calls that the rows end, read as pages of rows come. */
function useCalls(rows: readonly FleetRow[]): ReadonlyMap<string, FleetCall> {
  const bridge = useBridge()
  const [calls, setCalls] = useState<ReadonlyMap<string, FleetCall>>(new Map())
  useEffect(() => {
    const missing = rows
      .filter((row) => 'callId' in row.entry && !calls.has(keyOf(row)))
      .slice(0, 50)
    if (missing.length === 0) return
    let here = true
    void bridge
      .call('fleet.calls', {
        calls: missing.flatMap(({ machine, seq, at, entry }) =>
          'callId' in entry ? [{ machine, seq, at, callId: entry.callId }] : [],
        ),
      })
      .then((found) => {
        // What cannot be read now is read with the next page, and opened as a row meanwhile.
        if (!here || !found.ok) return
        const byCall = new Map(found.value.map((call) => [call.summary.callId, call]))
        setCalls((before) => {
          const next = new Map(before)
          for (const row of missing) {
            const call = 'callId' in row.entry ? byCall.get(row.entry.callId) : undefined
            if (call !== undefined) next.set(keyOf(row), call)
          }
          return next
        })
      })
    return () => {
      here = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- calls that were read are no reason to read again
  }, [bridge, rows])
  return calls
}
