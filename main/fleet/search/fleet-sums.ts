// What machines did, by day and by machine, from the sums that the shared database keeps.
import type { Client } from 'pg'
import type { FleetSpan, FleetSums } from '../../../contract/fleet/fleet-search.ts'
import { MachineName } from '../../../contract/fleet/machine.ts'

const DAY = 86_400_000
const MOST_MACHINES = 40

type Sums = Omit<FleetSums['days'][number], 'day'>
type Stored = {
  readonly of: string
  readonly tier: string
  readonly calls: string
  readonly denied: string
  readonly asked: string
}

/** `now` in epoch milliseconds. */
export async function fleetSums(
  client: Client,
  { days, machine }: FleetSpan,
  now: number,
): Promise<FleetSums> {
  const today = Math.floor(now / DAY) * DAY
  const first = today - (days - 1) * DAY
  const values = [dateOf(first), dateOf(today), ...(machine === null ? [] : [machine])]
  const sumsBy = async (column: string): Promise<ReadonlyMap<string, Sums>> => {
    const { rows } = await client.query<Stored>(
      `select ${column} as of, tier, sum(calls) as calls, sum(denied) as denied, sum(asked) as asked
       from gatehouse.days
       where day between $1::date and $2::date${machine === null ? '' : ' and machine = $3'}
       group by 1, 2`,
      values,
    )
    const sums = new Map<string, Sums>()
    for (const row of rows) sums.set(row.of, added(sums.get(row.of) ?? nothing, row))
    return sums
  }
  const byDay = await sumsBy('day::text')
  const byMachine = [...(await sumsBy('machine'))].toSorted(
    ([oneName, one], [otherName, other]) =>
      callsIn(other) - callsIn(one) || oneName.localeCompare(otherName),
  )
  return {
    days: Array.from({ length: days }, (_, index) => {
      const day = first + index * DAY
      return { day, ...(byDay.get(dateOf(day)) ?? nothing) }
    }),
    machines: byMachine
      .slice(0, MOST_MACHINES)
      .map(([name, sums]) => ({ machine: MachineName.parse(name), ...sums })),
    otherMachines: Math.max(0, byMachine.length - MOST_MACHINES),
  }
}

const nothing: Sums = {
  calls: { R0: 0, R1: 0, R2: 0, R3: 0, R4: 0, none: 0 },
  denied: 0,
  asked: 0,
}

const callsIn = ({ calls }: Sums): number =>
  Object.values(calls).reduce((sum, count) => sum + count, 0)

function added(sums: Sums, { tier, calls, denied, asked }: Stored): Sums {
  // Another name than a tier's can come from a machine that makes its rows up.
  const known = tier in nothing.calls ? (tier as keyof Sums['calls']) : 'none'
  return {
    calls: { ...sums.calls, [known]: sums.calls[known] + Number(calls) },
    denied: sums.denied + Number(denied),
    asked: sums.asked + Number(asked),
  }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
