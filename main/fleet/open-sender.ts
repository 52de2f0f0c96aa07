// Puts rows and signed heads into the shared database: one transaction a batch. Sending a batch again
// changes nothing, so a batch whose answer was lost is sent again.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import type { MachineName } from '../../contract/fleet/machine.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { COPY_COLUMNS, copyLine } from './copy-text.ts'
import type { FleetEntry } from './fleet-entry.ts'
import type { SignedHead } from './head-statement.ts'
import type { SignedReport } from './machine-report.ts'
import { KNOWN, REPORTS } from './schema/versions.ts'

export type Sender = {
  /** Durable on the other side when it resolves. Rejects with what the database says. */
  send(entries: readonly FleetEntry[], head: SignedHead): Promise<void>
  /** What this machine runs. Does nothing where the database is too old to keep it. */
  report(report: SignedReport): Promise<void>
}

/** Failure `fleet.schema`: the database has another shape than this program knows. */
export async function openSender(
  client: Client,
  machine: MachineName,
): Promise<Result<Sender, Failure>> {
  const answer = await client.query<{ version: number | null }>(
    'select gatehouse.version() as version',
  )
  const version = answer.rows[0]?.version ?? 0
  const misfit = schemaMisfit(version)
  if (misfit !== null) return err(misfit)
  await client.query(
    `create temp table if not exists incoming (seq bigint, at timestamptz, kind text, tool text,
       host text, principal text, facts text[], body text, hash text) on commit delete rows`,
  )
  const { from: copyFrom } = await import('pg-copy-streams')
  /** Days that have a partition for sure. */
  const days = new Set<string>()

  const openDays = async (entries: readonly FleetEntry[]): Promise<void> => {
    for (const day of new Set(entries.map(({ at }) => dayOf(at)))) {
      if (day === null || days.has(day)) continue
      await client.query('select gatehouse.open_day($1::date)', [day])
      days.add(day)
    }
  }

  return ok({
    async report({ at, version: runs, bundle, signature }) {
      if (version < REPORTS) return
      await client.query(
        `insert into gatehouse.reports (machine, at, version, bundle, bundle_serial, signature)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
        [machine, new Date(at), runs, bundle?.name ?? null, bundle?.serial ?? null, signature],
      )
    },
    async send(entries, head) {
      await openDays(entries)
      await client.query('begin')
      try {
        const copy = client.query(copyFrom(`copy incoming (${COPY_COLUMNS}) from stdin`))
        await pipeline(Readable.from(piecesOf(entries)), copy)
        await client.query(
          `insert into gatehouse.entries (machine, ${COPY_COLUMNS})
           select $1, ${COPY_COLUMNS} from incoming on conflict do nothing`,
          [machine],
        )
        await client.query(
          `insert into gatehouse.heads (machine, seq, hash, at, signature)
           values ($1, $2, $3, $4, $5) on conflict do nothing`,
          [machine, head.seq, head.hash, new Date(head.at), head.signature],
        )
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    },
  })
}

export function schemaMisfit(version: number): Failure | null {
  if (version < KNOWN.oldest || version > KNOWN.newest)
    return failure(
      'fleet.schema',
      version > KNOWN.newest
        ? `The tables of the fleet have version ${version}, and this Gatehouse knows up to ${KNOWN.newest}.`
        : `The tables of the fleet have version ${version}, and this Gatehouse needs ${KNOWN.oldest}.`,
      version > KNOWN.newest
        ? 'Update Gatehouse on this machine. Until then the journal keeps what is to be sent.'
        : 'An administrator applies what `gatehouse fleet init --print` prints.',
    )
  return null
}

/** Null where the clock is so wrong that there is no such day. */
function dayOf(at: number): string | null {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) || at < 0 || at > 250_000_000_000_000
    ? null
    : date.toISOString().slice(0, 10)
}

/** Whole lines in pieces that a socket takes at once. */
function* piecesOf(entries: readonly FleetEntry[]): Generator<string> {
  let piece = ''
  for (const entry of entries) {
    piece += copyLine(entry)
    if (piece.length > 64 * 1_024) {
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}
