// Rows of the fake fleet: each machine has the same few calls, found as the real search finds them.
import {
  type FleetQuery,
  isMeant,
  parseFleetQuery,
  wrongQuery,
} from '../../contract/fleet/fleet-query.ts'
import type {
  FleetCall,
  FleetCallId,
  FleetCount,
  FleetPage,
  FleetRow,
  FleetSearch,
  FleetSpan,
  FleetSums,
} from '../../contract/fleet/fleet-search.ts'
import type { MachineName } from '../../contract/fleet/machine.ts'
import type { FleetMachine } from '../../contract/fleet/state.ts'
import type { Failure } from '../../contract/failure.ts'
import { type Facts, factsOf, textOf } from '../../contract/journal/journal-facts.ts'
import { matcher } from '../../contract/journal/journal-match.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { callSummary } from '../../main/journal/call-summary.ts'
import { hash } from './bridge-data.ts'
import { openFakeJournal } from './bridge-journal.ts'

const HISTORY = 120
const DAY = 86_400_000
/** When the machines of the fake fleet were heard of last. */
const NEWEST = Date.UTC(2026, 10, 26, 12)

export function fakeFleetRows(machines: readonly MachineName[]) {
  const journal = openFakeJournal(machines.length === 0 ? 0 : HISTORY, () => undefined)
  const late = NEWEST - (journal.rows().at(-1)?.at ?? NEWEST)
  const rows = machines
    .flatMap((machine, index) =>
      journal.rows().map(({ seq, at, entry }): FleetRow => ({
        machine,
        seq,
        at: at + late - index * 1_300,
        entry,
        hash: hash(`${machine} ${seq}`),
      })),
    )
    .toSorted((one, other) => other.at - one.at)
  const contexts = new Map<string, Facts>()
  for (const { entry } of journal.rows())
    if (entry.kind === 'decision') contexts.set(entry.callId, factsOf(0, entry))
  const factsFor = ({ at, entry }: FleetRow): Facts =>
    factsOf(at, entry, {
      facts: ('callId' in entry ? contexts.get(entry.callId) : undefined) ?? {},
      askedAt: null,
    })

  const fitting = (query: FleetQuery, from: readonly FleetRow[] = rows): FleetRow[] => {
    const matches = matcher(query.rows)
    return from.filter(
      (row) =>
        isMeant(query.machines, { machine: row.machine, person: 'Ada' }) &&
        matches({ at: row.at, facts: factsFor(row), text: textOf(row.entry) }),
    )
  }
  return {
    count({ query: line }: { readonly query: string }): Result<FleetCount, Failure> {
      const query = parseFleetQuery(line, Date.now())
      return query.ok
        ? ok({ count: fitting(query.value).length, more: false })
        : err(wrongQuery(query.error))
    },
    search({ query: line, before, limit }: FleetSearch): Result<FleetPage, Failure> {
      const query = parseFleetQuery(line, Date.now())
      if (!query.ok) return err(wrongQuery(query.error))
      const from = before?.row ?? null
      const start =
        from === null
          ? 0
          : rows.findIndex(({ machine, seq }) => machine === from.machine && seq === from.seq) + 1
      const fit = fitting(query.value, rows.slice(start))
      const page = fit.slice(0, limit)
      const last = page.at(-1)
      return ok({
        rows: page,
        unreadable: 0,
        next:
          last === undefined || fit.length <= limit
            ? null
            : {
                at: new Date(last.at).toISOString().replace('Z', '000Z'),
                row: { machine: last.machine, seq: last.seq, hash: last.hash },
              },
      })
    },
    calls: (calls: readonly FleetCallId[]): FleetCall[] =>
      calls.flatMap(({ machine, callId }) => {
        const mine = rows
          .filter(
            (row) =>
              row.machine === machine && 'callId' in row.entry && row.entry.callId === callId,
          )
          .toReversed()
        const summary = callSummary(
          callId,
          mine.map(({ seq, at, entry, hash: own }) => ({ seq, at, entry, hash: own, prev: '' })),
        )
        return summary === null ? [] : [{ summary, rows: mine }]
      }),
    sums({ days, machine }: FleetSpan, there: readonly FleetMachine[]): FleetSums {
      const sent = machines.length === 0 ? [] : there
      const share = machine === null ? sent.length : sent.length === 0 ? 0 : 1
      const today = Math.floor(Date.UTC(2026, 10, 26) / DAY) * DAY
      const sumsOf = (size: number) => ({
        calls: {
          R0: 9 * size,
          R1: 41 * size,
          R2: 17 * size,
          R3: 6 * size,
          R4: Math.floor(size / 2),
          none: 0,
        },
        denied: 4 * size,
        asked: 8 * size,
      })
      return {
        days: Array.from({ length: days }, (_, index) => ({
          day: today - (days - 1 - index) * DAY,
          ...sumsOf(share * (3 + ((index * 5) % 7))),
        })),
        machines: sent
          .filter((one) => machine === null || one.machine === machine)
          .slice(0, 40)
          .map((one, index) => ({ machine: one.machine, ...sumsOf(Math.max(1, 90 - index * 2)) })),
        otherMachines: Math.max(0, sent.length - 40),
      }
    },
  }
}
