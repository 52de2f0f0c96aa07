import { expect, it } from 'vitest'
import { MachineName } from '../../../contract/fleet/machine.ts'
import {
  fleetAddress,
  type FleetLocation,
  fleetLocationOf,
} from '../../../renderer/state/fleet-address.ts'

const machine = MachineName.parse('ada-laptop')
const noon = (year: number, month: number, day: number): number =>
  new Date(year, month - 1, day, 12).getTime()

const cases: readonly [what: string, location: FleetLocation, address: string][] = [
  ['the machines', { view: 'machines', query: '', day: null }, '/fleet/machines'],
  [
    'a search',
    { view: 'search', query: 'tool:exec "a & b" #1', day: null },
    '/fleet/search?q=tool%3Aexec%20%22a%20%26%20b%22%20%231',
  ],
  [
    'a day of a machine, and the search that led there',
    { view: 'machines', query: 'x', day: { machine, at: noon(2026, 3, 29) } },
    '/fleet/machines?q=x&machine=ada-laptop&day=2026-03-29',
  ],
]
it.each(cases)('%s is in the address and comes back from it', (_, location, address) => {
  expect(fleetAddress(location)).toBe(address)
  const [path = '', search = ''] = address.split('?')
  expect(fleetLocationOf(path.split('/')[2] ?? null, search)).toEqual(location)
})

const wrong: readonly string[] = [
  'machine=Ada%20L&day=2026-11-26',
  'machine=ada-laptop',
  'machine=ada-laptop&day=2026-02-30',
  'machine=ada-laptop&day=tomorrow',
  'day=2026-11-26',
]
it.each(wrong)('%s shows no day', (search) => {
  expect(fleetLocationOf('elsewhere', search)).toEqual({
    view: 'machines',
    query: '',
    day: null,
  })
})
