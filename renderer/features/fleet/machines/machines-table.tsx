// Every machine of the fleet as a row: whose it is, what it runs, what it sent last, and whether its
// chain holds.
import { useCallback, useState } from 'react'
import type { MachineName } from '../../../../contract/fleet/machine.ts'
import type { FleetCheck, FleetMachine, MachineCheck } from '../../../../contract/fleet/state.ts'
import { LongList } from '../../../ui/lists/long-list.tsx'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { clockTime, count, fullTime } from '../../../ui/text/time-text.ts'
import css from '../fleet-screen.module.css'
import { strings } from '../strings.ts'
import { dateLocale } from '../../../ui/text/date-locale.ts'

const words = strings.machines
const heads = Object.values(words.columns).map((head) => (
  <span key={head} role="columnheader">
    {head}
  </span>
))

type Props = {
  readonly machines: readonly FleetMachine[]
  readonly last: FleetCheck['last']
  onOpen(machine: MachineName, at: number | null): void
}

export function MachinesTable({ machines, last, onOpen }: Props) {
  const [active, setActive] = useState(0)
  const renderCells = useCallback(
    (row: FleetMachine | undefined, stop: Stop) =>
      row === undefined ? null : (
        <Cells
          row={row}
          check={last?.checks.find(({ machine }) => machine === row.machine) ?? null}
          stop={stop}
        />
      ),
    [last],
  )
  return (
    <LongList
      label={words.table}
      count={machines.length}
      heads={heads}
      rowClass={css.machineRow}
      active={Math.min(active, machines.length - 1)}
      onActive={setActive}
      onOpen={(index) => {
        const row = machines[index]
        if (row !== undefined) onOpen(row.machine, row.last?.received ?? null)
      }}
      onView={() => undefined}
      keyOf={(index) => index}
      rowAt={(index) => machines[index]}
      renderCells={renderCells}
      isChosen={() => false}
    />
  )
}

type CellsProps = {
  readonly row: FleetMachine
  readonly check: MachineCheck | null
  readonly stop: Stop
}

function Cells({ row, check, stop }: CellsProps) {
  const { machine, person, runs, last, revoked } = row
  const bundle = runs?.bundle ?? null
  return (
    <>
      <span role="cell" className={css.name} title={machine}>
        <button type="button" className={css.open} aria-label={words.open(machine)} {...stop}>
          {machine}
        </button>
      </span>
      <span role="cell" title={person}>
        <Exact text={person} />
      </span>
      <span role="cell" className={css.runs}>
        {runs === null ? (
          <span className={css.aside}>{words.noVersion}</span>
        ) : (
          <>
            <Exact text={runs.version} />
            {runs.signed ? null : (
              <span className={css.how} data-tone="bad" title={words.unsignedTitle}>
                {words.unsigned}
              </span>
            )}
          </>
        )}
      </span>
      <span role="cell">
        {bundle === null ? (
          <span className={css.aside}>{words.noBundle}</span>
        ) : (
          <Exact text={words.bundle(bundle.name, bundle.serial)} />
        )}
      </span>
      <span
        role="cell"
        className={css.figures}
        title={last === null ? undefined : fullTime(last.received)}
      >
        {last === null ? words.nothingYet : words.lastRow(count(last.seq), whenText(last.received))}
      </span>
      <span role="cell">
        <Chain check={check} revoked={revoked !== null} />
      </span>
    </>
  )
}

const dayText = new Intl.DateTimeFormat(dateLocale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
/** A machine that was heard of today shows when. */
const whenText = (at: number): string =>
  Date.now() - at < 72_000_000 ? clockTime(at) : dayText.format(at)

function Chain({
  check,
  revoked,
}: {
  readonly check: MachineCheck | null
  readonly revoked: boolean
}) {
  const faults = [...new Set(check?.findings.map(({ fault }) => words.faults[fault]))]
  const state =
    check === null ? words.unchecked : faults.length === 0 ? words.intact : faults.join(', ')
  return (
    <span
      className={css.how}
      title={state}
      data-tone={check === null ? 'plain' : faults.length === 0 ? 'ok' : 'bad'}
    >
      {revoked ? `${state}, ${words.revoked}` : state}
    </span>
  )
}
