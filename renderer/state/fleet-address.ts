// Where Fleet shows what. The one place that knows how a question and a day are in an address.
import { MachineName } from '../../contract/fleet/machine.ts'

export type FleetView = 'machines' | 'search' | 'charts'
export const fleetViews: readonly FleetView[] = ['machines', 'search', 'charts']

/** `at`: any moment of the day; epoch milliseconds. */
export type FleetDay = { readonly machine: MachineName; readonly at: number }
export type FleetLocation = {
  readonly view: FleetView
  readonly query: string
  /** Shown in place of the machines; null: none. */
  readonly day: FleetDay | null
}

export function fleetAddress({ view, query, day }: FleetLocation): string {
  const parts = [
    ...(query === '' ? [] : [`q=${encodeURIComponent(query)}`]),
    ...(day === null ? [] : [`machine=${day.machine}`, `day=${dateOf(day.at)}`]),
  ]
  return parts.length === 0 ? `/fleet/${view}` : `/fleet/${view}?${parts.join('&')}`
}

/** `search`: what is after the `?`. What cannot be read is left out. */
export function fleetLocationOf(view: string | null, search: string): FleetLocation {
  const given = new URLSearchParams(search)
  const machine = MachineName.safeParse(given.get('machine'))
  const at = noonOf(given.get('day') ?? '')
  return {
    view: fleetViews.find((each) => each === view) ?? 'machines',
    query: (given.get('q') ?? '').replaceAll(/\s/g, ' '),
    day: machine.success && at !== null ? { machine: machine.data, at } : null,
  }
}

/** Of the local day, as Audit has days. */
function dateOf(at: number): string {
  const day = new Date(at)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`
}

/** Noon is on every day, also on one whose clocks are changed. */
function noonOf(text: string): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (found === null) return null
  const day = new Date(Number(found[1]), Number(found[2]) - 1, Number(found[3]), 12)
  return dateOf(day.getTime()) === text ? day.getTime() : null
}
