// Rows of all machines, as a query asks for them, and one of them whole.
import { useCallback, useMemo, useRef, useState } from 'react'
import { parseFleetQuery } from '../../../../contract/fleet/fleet-query.ts'
import type { FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import type { FleetMachine } from '../../../../contract/fleet/state.ts'
import type { MachineName } from '../../../../contract/fleet/machine.ts'
import { Button } from '../../../ui/button.tsx'
import { LongList, type LongListHandle } from '../../../ui/lists/long-list.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import table from '../../../ui/lists/table.module.css'
import { EmptyState } from '../../../ui/panel.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { count, fullTime, shortMoment } from '../../../ui/text/time-text.ts'
import type { AuditParts } from '../audit-parts.ts'
import css from '../fleet-screen.module.css'
import { strings } from '../strings.ts'
import { RowPanel } from './row-panel.tsx'
import { RowsEnd } from './rows-end.tsx'
import { type Pages, usePages } from './use-pages.ts'

const words = strings.search
const { columns } = words
const heads = Object.values(columns).map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

type Props = {
  readonly audit: AuditParts
  readonly machines: readonly FleetMachine[]
  /** Kept by the screen, so that it is there when somebody comes back. */
  readonly line: string
  onLine(line: string): void
  onDay(machine: MachineName, at: number): void
}

export function FleetSearch({ audit, machines, line, onLine, onDay }: Props) {
  const own = useMemo(() => ownKeys(machines), [machines])
  const read = useMemo(() => parseFleetQuery(line, Date.now()), [line])
  const [again, setAgain] = useState(0)
  const pages = usePages(read.ok ? line.trim() : null, again)
  const [active, setActive] = useState(0)
  const [chosen, setChosen] = useState<FleetRow | null>(null)
  const list = useRef<LongListHandle>(null)
  const { rows, next, busy, more } = pages
  const renderCells = useCallback(
    (row: FleetRow | undefined, stop: Stop) =>
      row === undefined ? null : <Cells row={row} stop={stop} audit={audit} />,
    [audit],
  )
  const onView = useCallback(
    (_first: number, end: number) => {
      if (end >= rows.length && rows.length > 0) more()
    },
    [more, rows.length],
  )
  const ask = (to: string): void => {
    onLine(to)
    setActive(0)
    list.current?.toTop()
  }
  return (
    <div className={table.screen} data-detail={chosen !== null}>
      <div className={table.left}>
        <div className={css.second}>
          <audit.QueryBar
            value={line}
            fault={read.ok ? null : read.error}
            own={own}
            onChange={ask}
          />
          <span className={css.aside}>{words.hint}</span>
          <span role="status" className={css.aside}>
            {pages.read ? foundText(pages) : null}
          </span>
        </div>
        {rows.length > 0 ? (
          <LongList
            label={words.table}
            count={rows.length}
            heads={heads}
            rowClass={css.row}
            active={Math.min(active, rows.length - 1)}
            handle={list}
            onActive={setActive}
            onOpen={(index) => setChosen(rows[index] ?? null)}
            onView={onView}
            keyOf={(index) => index}
            rowAt={(index) => rows[index]}
            renderCells={renderCells}
            isChosen={(row) => row !== undefined && row === chosen}
          />
        ) : pages.read && !busy ? (
          <EmptyState title={next === null ? words.none : words.noneSoFar}>
            {line.trim() === '' ? null : (
              <Button size="small" onClick={() => ask('')}>
                {words.clear}
              </Button>
            )}
          </EmptyState>
        ) : busy && read.ok ? (
          <p className={css.aside}>{strings.reading}</p>
        ) : null}
        <RowsEnd pages={pages} again={() => setAgain((before) => before + 1)} />
      </div>
      {chosen === null ? null : (
        <RowPanel
          key={`${chosen.machine} ${chosen.seq} ${chosen.hash}`}
          row={chosen}
          audit={audit}
          onDay={onDay}
          onClose={() => {
            setChosen(null)
            list.current?.toRow(active, true)
          }}
        />
      )}
    </div>
  )
}

/** What this line can ask for besides: machines and persons that there are. */
const ownKeys = (machines: readonly FleetMachine[]) => [
  { key: 'machine', detail: words.machineKey, values: machines.map(({ machine }) => machine) },
  {
    key: 'person',
    detail: words.personKey,
    values: [...new Set(machines.map(({ person }) => person))],
  },
]

function foundText({ rows, next, all }: Pages): string {
  if (all === null || all.count === null || next === null)
    return words.found(count(rows.length), next !== null)
  return all.more ? words.foundMany(count(all.count)) : words.found(count(all.count), false)
}

function Cells({
  row,
  stop,
  audit,
}: {
  readonly row: FleetRow
  readonly stop: Stop
  readonly audit: AuditParts
}) {
  const said = audit.rowSummary(row.entry, '')
  const moment = shortMoment(row.at, Date.now())
  return (
    <>
      <span role="cell" title={fullTime(row.at)}>
        <button
          type="button"
          className={css.stop}
          aria-label={`${moment}, ${words.row(row.machine, String(row.seq))}`}
          {...stop}
        >
          {moment}
        </button>
      </span>
      <span role="cell" className={css.name} title={row.machine}>
        {row.machine}
      </span>
      <span role="cell">{audit.kinds[row.entry.kind]}</span>
      <span role="cell" title={said.tool}>
        <code>{said.tool}</code>
      </span>
      <span role="cell" className={css.what} title={said.what}>
        <Exact text={said.what.replaceAll('\n', ' ⏎ ')} />
      </span>
      <span role="cell" className={css.how} data-tone={said.tone}>
        {said.tier === null ? null : <TierBadge tier={said.tier} />}
        {said.how}
      </span>
    </>
  )
}
