// Follows the configuration: forwards the journal while a fleet is set up, and asks the shared
// database as the reader when a person wants to know.
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import { failure, type Failure } from '../../contract/failure.ts'
import { isLocalSocket, type FleetDatabase } from '../../contract/fleet/database.ts'
import type { MachineName } from '../../contract/fleet/machine.ts'
import type { FleetIdentity, FleetState } from '../../contract/fleet/state.ts'
import {
  FLEET_PASSWORD,
  FLEET_READER_PASSWORD,
  type FleetConfig,
  sharedFleet,
  type SharedFleet,
} from '../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { RawRow } from '../journal/chain.ts'
import { openAcknowledged } from './acknowledged.ts'
import { connect } from './connect.ts'
import { asReaderSays, databaseFailure } from './database-failure.ts'
import type { FleetEntry } from './fleet-entry.ts'
import { followForwarder } from './follow-forwarder.ts'
import { schemaOf } from './list-machines.ts'
import { openForwarder, type Forwarder } from './forward.ts'
import { reportText, type WhatRuns } from './machine-report.ts'
import { openSender, type Sender } from './open-sender.ts'

export type FleetSigner = {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  sign(text: string): Buffer
}

export type FleetDeps = {
  readonly config: () => FleetConfig | null
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
  readonly dial: (
    host: string,
    port: number,
    signal: AbortSignal,
  ) => Promise<Result<Duplex, Failure>>
  /** The value of a stored credential, for that host and port only. */
  readonly password: (name: string, host: string, port: number) => Result<string, Failure>
  /** Whether rows are sent from here: not by a command that asks once. */
  readonly forwards: boolean
  readonly now: () => number
  readonly pauses?: { readonly first: number; readonly most: number }
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type Fleet = {
  state(): FleetState
  /** The configuration may be another one. */
  follow(): void
  retry(): void
  identity(): Result<FleetIdentity, Failure>
  /** Keys of machines, 32 bytes each, that nobody who runs the database can change: its own, and those of `fleet.peers`. */
  knownKeys(): ReadonlyMap<string, Buffer>
  /** As this machine, for the one who ends it. Gone with `signal`. */
  asMachine(signal: AbortSignal): Promise<Result<Client, Failure>>
  /** The version of its tables, asked now. */
  tables(): Promise<Result<number, Failure>>
  /** With a connection of the reader, ended afterwards, and by `signal`. */
  asReader<T>(
    work: (client: Client) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<Result<T, Failure>>
  dispose(): Promise<void>
}

export const noFleet = failure(
  'fleet.none',
  'This machine is in no fleet.',
  'Write a “fleet” section into the configuration: the guide on fleets says how.',
)

/** A person waits for it, with other things to say. */
const LOOK_MS = 5_000

/** A machine may be in a fleet that has a collector only. */
const noDatabase = (config: FleetConfig | null): Failure =>
  config === null
    ? noFleet
    : failure(
        'fleet.none',
        'This machine’s fleet has no shared database.',
        'Set fleet.database in the configuration: the guide on fleets says how.',
      )

type Target = Pick<SharedFleet, 'machine' | 'database'>

export function openFleet(deps: FleetDeps): Fleet {
  const ended = new AbortController()

  const passwordFor =
    (name: string, database: FleetDatabase) => async (): Promise<Result<string | null, Failure>> =>
      isLocalSocket(database) ? ok(null) : deps.password(name, database.host, database.port)
  const reach = (database: FleetDatabase, name: string, signal: AbortSignal) =>
    connect(database, { dial: deps.dial, password: passwordFor(name, database) }, signal)

  /** Says what runs here before the first batch of a connection, and when that changes. */
  function reporting(sender: Sender, machine: MachineName, sign: FleetSigner['sign']): Sender {
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

  function start({ machine, database }: Target): Forwarder {
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
        const client = await reach(database, FLEET_PASSWORD, signal)
        if (!client.ok) return client
        const close = (): Promise<void> => client.value.end().catch(() => undefined)
        try {
          const sender = await openSender(client.value, machine)
          if (sender.ok) {
            const { sign } = signer.value
            return ok({ sender: reporting(sender.value, machine, sign), sign, close })
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

  const followed = followForwarder<Target>({
    config() {
      const shared = deps.forwards ? sharedFleet(deps.config()) : null
      return shared === null ? null : { machine: shared.machine, database: shared.database }
    },
    start,
    onGrow: deps.journal.onGrow,
    changed: deps.changed,
    report: deps.report,
  })
  return {
    state() {
      const shared = sharedFleet(deps.config())
      if (shared === null) return { kind: 'none' }
      const { machine } = shared
      const forwarder = followed.current()
      return forwarder === null
        ? { kind: 'sending', machine, seq: 0, behind: deps.journal.newest() }
        : { machine, ...forwarder.state() }
    },
    follow: followed.follow,
    retry: () => followed.current()?.retry(),
    identity() {
      const config = deps.config()
      if (config === null) return err(noFleet)
      const signer = deps.signer()
      return signer.ok
        ? ok({ machine: config.machine, publicKey: signer.value.publicKey.toString('hex') })
        : signer
    },
    knownKeys() {
      const config = deps.config()
      if (config === null) return new Map()
      const own = deps.signer()
      return new Map([
        ...config.peers.map(({ machine, key }): [string, Buffer] => [
          machine,
          Buffer.from(key, 'hex'),
        ]),
        ...(own.ok ? [[config.machine, own.value.publicKey] as [string, Buffer]] : []),
      ])
    },
    async asMachine(signal) {
      const shared = sharedFleet(deps.config())
      return shared === null
        ? err(noDatabase(deps.config()))
        : reach(shared.database, FLEET_PASSWORD, signal)
    },
    async tables() {
      const shared = sharedFleet(deps.config())
      if (shared === null) return err(noDatabase(deps.config()))
      const until = AbortSignal.any([ended.signal, AbortSignal.timeout(LOOK_MS)])
      const client = await reach(shared.database, FLEET_PASSWORD, until)
      if (!client.ok) return client
      try {
        return ok(await schemaOf(client.value))
      } catch (error) {
        return err(databaseFailure(error, shared.database))
      } finally {
        await client.value.end().catch(() => undefined)
      }
    },
    async asReader(work, signal) {
      const config = deps.config()
      const shared = sharedFleet(config)
      if (config === null || shared === null) return err(noDatabase(config))
      if (config.reader === null)
        return err(
          failure(
            'fleet.no-reader',
            'No database user is set that may read the rows of all machines.',
            'Set fleet.reader in the configuration, and store its password as the credential fleet-reader-password.',
          ),
        )
      const database = { ...shared.database, user: config.reader }
      const until = AbortSignal.any([ended.signal, ...(signal === undefined ? [] : [signal])])
      const client = await reach(database, FLEET_READER_PASSWORD, until)
      if (!client.ok) return err(asReaderSays(client.error, database))
      try {
        return ok(await work(client.value))
      } catch (error) {
        return err(asReaderSays(databaseFailure(error, database), database))
      } finally {
        await client.value.end().catch(() => undefined)
      }
    },
    async dispose() {
      ended.abort()
      await followed.dispose()
    },
  }
}
