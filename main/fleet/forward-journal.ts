// Sends the rows of the journal to the shared database, with what runs here before the first of them.
import type { Client } from 'pg'
import { type Failure } from '../../contract/failure.ts'
import { type FleetDatabase } from '../../contract/fleet/database.ts'
import type { MachineName } from '../../contract/fleet/machine.ts'
import { type SharedFleet } from '../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { RawRow } from '../journal/chain.ts'
import { openAcknowledged } from './acknowledged.ts'
import { databaseFailure } from './database-failure.ts'
import type { FleetEntry } from './fleet-entry.ts'
import { openForwarder, type Forwarder } from './forward.ts'
import { reportText, type WhatRuns } from './machine-report.ts'
import { openSender, type Sender } from './open-sender.ts'

export type FleetSigner = {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  sign(text: string): Buffer
}

export type ForwardJournalDeps = {
  readonly journal: {
    /** Rows with a greater number, oldest first. */
    read(after: number, limit: number): readonly RawRow[]
    newest(): number
    onGrow(listener: () => void): () => void
  }
  readonly entryOf: (row: RawRow) => FleetEntry
  /** Where it is kept which row arrived last. */
  readonly acknowledgedFile: string
  readonly signer: () => Result<FleetSigner, Failure>
  readonly runs: () => WhatRuns
  readonly now: () => number
  readonly pauses?: { readonly first: number; readonly most: number }
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type Target = Pick<SharedFleet, 'machine' | 'database'>

/** Opens a connection as this machine. */
type Reach = (database: FleetDatabase, signal: AbortSignal) => Promise<Result<Client, Failure>>

/** Says what runs here before the first batch of a connection, and when that changes. */
function reporting(
  sender: Sender,
  machine: MachineName,
  sign: FleetSigner['sign'],
  deps: Pick<ForwardJournalDeps, 'runs' | 'now'>,
): Sender {
  let reported: string | null = null
  return {
    ...sender,
    async send(entries, head) {
      const runs = deps.runs()
      const now = JSON.stringify(runs)
      if (now !== reported) {
        const statement = { machine, ...runs, at: deps.now() }
        await sender.report({ ...statement, signature: sign(reportText(statement)) })
        reported = now
      }
      await sender.send(entries, head)
    },
  }
}

/** Sends to the database of `target`, from the last row that it has acknowledged. */
export function forwardJournal(
  { machine, database }: Target,
  deps: ForwardJournalDeps,
  reach: Reach,
): Forwarder {
  const { host, port } = database
  return openForwarder({
    machine,
    read: deps.journal.read,
    newest: deps.journal.newest,
    entryOf: deps.entryOf,
    acknowledged: openAcknowledged(
      deps.acknowledgedFile,
      `${machine} at ${host} ${port} ${database.database}`,
      (seq) => deps.journal.read(seq - 1, 1)[0],
    ),
    async open(signal) {
      const signer = deps.signer()
      if (!signer.ok) return signer
      const client = await reach(database, signal)
      if (!client.ok) return client
      const close = (): Promise<void> => client.value.end().catch(() => undefined)
      try {
        const sender = await openSender(client.value, machine)
        if (sender.ok) {
          const { sign } = signer.value
          return ok({ sender: reporting(sender.value, machine, sign, deps), sign, close })
        }
        await close()
        return sender
      } catch (error) {
        await close()
        return err(databaseFailure(error, database))
      }
    },
    failed: (error) => databaseFailure(error, database),
    now: deps.now,
    ...(deps.pauses === undefined ? {} : { pauses: deps.pauses }),
    changed: deps.changed,
    report: deps.report,
  })
}
