// What is wrong with where a fleet sends to. Pure; says where by path.
import type { Config } from '../../../contract/policy/config/config.ts'
import type { Fault } from '../fault.ts'

export function fleetTargetFaults({ fleet }: Config): readonly Fault[] {
  if (fleet === null || fleet.database !== null) return []
  if (fleet.collector === null)
    return [
      {
        path: ['fleet'],
        text: `The fleet of ${fleet.machine} names no database and no collector to send the journal to.`,
        hint: 'Write a database or a collector below fleet, or remove fleet.',
      },
    ]
  return fleet.reader === null
    ? []
    : [
        {
          path: ['fleet', 'reader'],
          text: 'A reader reads a shared database, and this fleet has none.',
          hint: 'Write a database below fleet, or remove reader.',
        },
      ]
}
