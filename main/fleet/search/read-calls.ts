// All rows that the shared database has of some calls. Rows of a call lie near each other in the
// journal of its machine, so that is where they are looked for.
import type { Client } from 'pg'
import type { FleetCall, FleetCallId, FleetRow } from '../../../contract/fleet/fleet-search.ts'
import type { CallId } from '../../../contract/ids.ts'
import { callSummary } from '../../journal/call-summary.ts'
import { momentOf } from '../copy-text.ts'
import type { ReadBody } from './stored-row.ts'

/** A call may have waited this long for a person, while so many other rows were written. */
const AROUND = { rows: 20_000, milliseconds: 8 * 86_400_000 }
const MOST_ROWS = 2_000

type Stored = { readonly seq: string; readonly body: string; readonly hash: string }

/** In the order asked for; one that has no row is left out. */
export async function readCalls(
  client: Client,
  calls: readonly FleetCallId[],
  readBody: ReadBody,
): Promise<readonly FleetCall[]> {
  const rows = new Map<string, FleetRow[]>()
  for (const machine of new Set(calls.map((call) => call.machine))) {
    const mine = calls.filter((call) => call.machine === machine)
    const seqs = mine.map(({ seq }) => seq)
    const times = mine.map(({ at }) => at)
    const { rows: stored } = await client.query<Stored>(
      `select seq, body, hash from gatehouse.entries
       where machine = $1 and seq between $2 and $3 and at between $4 and $5 and facts && $6::text[]
       order by seq, received, hash limit ${MOST_ROWS}`,
      [
        machine,
        Math.min(...seqs) - AROUND.rows,
        Math.max(...seqs) + AROUND.rows,
        momentOf(Math.min(...times) - AROUND.milliseconds),
        momentOf(Math.max(...times) + AROUND.milliseconds),
        mine.map(({ callId }) => `call=${callId}`),
      ],
    )
    for (const { seq, body, hash } of stored) {
      const read = readBody(body)
      if (read === null || !('callId' in read.entry)) continue
      const key = `${machine} ${read.entry.callId}`
      const row = { machine, seq: Number(seq), at: read.at, entry: read.entry, hash }
      rows.set(key, [...(rows.get(key) ?? []), row])
    }
  }
  return calls.flatMap(({ machine, callId }) => {
    const mine = rows.get(`${machine} ${callId}`) ?? []
    const summary = summaryOf(callId, mine)
    return summary === null ? [] : [{ summary, rows: mine }]
  })
}

const summaryOf = (callId: CallId, rows: readonly FleetRow[]) =>
  callSummary(
    callId,
    rows.map(({ seq, at, entry, hash }) => ({ seq, at, entry, hash, prev: '' })),
  )
