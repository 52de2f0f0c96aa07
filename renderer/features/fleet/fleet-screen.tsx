// All machines that share a database: which there are and whether their journals hold, their rows
// and calls, and figures over them. Reads as the reader; nothing here decides anything.
import { useEffect, useState } from 'react'
import type { FleetMachine, FleetState } from '../../../contract/fleet/state.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { type FleetLocation, fleetViews } from '../../state/fleet-address.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import table from '../../ui/lists/table.module.css'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { count } from '../../ui/text/time-text.ts'
import type { AuditParts } from './audit-parts.ts'
import { FleetCharts } from './charts/fleet-charts.tsx'
import css from './fleet-screen.module.css'
import { CheckBar } from './machines/check-bar.tsx'
import { MachineDay } from './machines/machine-day.tsx'
import { MachinesTable } from './machines/machines-table.tsx'
import { useCheck } from './machines/use-check.ts'
import { FleetSearch } from './search/fleet-search.tsx'
import { strings } from './strings.ts'

type Props = {
  /** What is shown is in the address, so that it can be linked to. */
  readonly location: FleetLocation
  readonly audit: AuditParts
  onLocation(location: FleetLocation): void
  onSettings(): void
}

export function FleetScreen({ location, audit, onLocation, onSettings }: Props) {
  const { view } = location
  const bridge = useBridge()
  const [changes, setChanges] = useState(0)
  useEffect(
    () =>
      bridge.subscribe((event) => {
        if (event?.kind === 'fleet-changed') setChanges((before) => before + 1)
      }),
    [bridge],
  )
  const state = useRead(bridge, 'fleet.state', {}, changes).value
  const machines = useRead(bridge, 'fleet.machines', {})
  const known = machines.value
  const code = machines.error?.code
  return (
    <div className={css.screen}>
      <div className={table.bar}>
        <h1>{strings.title}</h1>
        <span className={table.quiet}>
          {known === null
            ? machines.busy
              ? strings.reading
              : ''
            : strings.machinesFound(count(known.length))}
        </span>
        {known === null ? null : (
          <div className={css.viewPick} role="group" aria-label={strings.viewGroup}>
            {fleetViews.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={view === each}
                onClick={() => onLocation({ ...location, view: each })}
              >
                {strings.views[each]}
              </button>
            ))}
          </div>
        )}
      </div>
      {machines.error === null ? <Waiting state={state} /> : null}
      {known === null ? (
        code === 'fleet.none' || code === 'fleet.no-reader' ? (
          <EmptyState title={code === 'fleet.none' ? strings.none : strings.noReader}>
            <p>{code === 'fleet.none' ? strings.noneText : strings.noReaderText}</p>
            <Button size="small" onClick={onSettings}>
              {strings.toSettings}
            </Button>
          </EmptyState>
        ) : machines.error === null ? (
          <div />
        ) : (
          <div className={css.notices}>
            <Notice
              tone="bad"
              alert
              action={
                <Button size="small" onClick={machines.reload}>
                  {strings.again}
                </Button>
              }
            >
              <p>{strings.away}</p>
              <TroubleText {...machines.error} />
            </Notice>
          </div>
        )
      ) : known.length === 0 ? (
        <EmptyState title={strings.noMachines}>
          <p>{strings.noMachinesText}</p>
        </EmptyState>
      ) : (
        <Shown location={location} audit={audit} onLocation={onLocation} machines={known} />
      )}
    </div>
  )
}

/** Machines can be read while this one cannot send, and the other way round. */
function Waiting({ state }: { readonly state: FleetState | null }) {
  return state?.kind === 'waiting' ? (
    <div className={css.notices}>
      <Notice tone="warn">
        <p>{strings.waiting}</p>
        <TroubleText {...state.why} />
      </Notice>
    </div>
  ) : null
}

type ShownProps = Pick<Props, 'location' | 'audit' | 'onLocation'> & {
  readonly machines: readonly FleetMachine[]
}

function Shown({ location, audit, onLocation, machines }: ShownProps) {
  const { check, error, ask } = useCheck()
  const { view, query, day } = location
  const setDay = (next: FleetLocation['day']): void =>
    onLocation({ ...location, view: 'machines', day: next })
  switch (view) {
    case 'machines':
      return day === null ? (
        <div className={table.left}>
          <CheckBar check={check} error={error} ask={(wanted) => void ask(wanted)} />
          {machines.some(({ last }) => last !== null) ? null : (
            <p className={css.aside}>{strings.noRows}</p>
          )}
          <MachinesTable
            machines={machines}
            last={check.last}
            onOpen={(machine, at) => setDay({ machine, at: at ?? Date.now() })}
          />
        </div>
      ) : (
        <MachineDay
          key={`${day.machine} ${day.at}`}
          {...day}
          audit={audit}
          onDay={(at) => setDay({ ...day, at })}
          onBack={() => setDay(null)}
        />
      )
    case 'search':
      return (
        <FleetSearch
          audit={audit}
          machines={machines}
          line={query}
          onLine={(next) => onLocation({ ...location, query: next })}
          onDay={(machine, at) => setDay({ machine, at })}
        />
      )
    case 'charts':
      return (
        <FleetCharts
          machines={machines}
          onQuery={(next) => onLocation({ ...location, view: 'search', query: next })}
        />
      )
  }
}
