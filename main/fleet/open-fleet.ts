// Follows the configuration: forwards the journal while a fleet is set up, and asks the shared
// database as the reader when a person wants to know.
import type { Duplex } from 'node:stream'
import type { Client } from 'pg'
import { failure, type Failure } from '../../contract/failure.ts'
import { isLocalSocket, type FleetDatabase } from '../../contract/fleet/database.ts'
import type { FleetIdentity, FleetState } from '../../contract/fleet/state.ts'
import {
  FLEET_PASSWORD,
  FLEET_READER_PASSWORD,
  type FleetConfig,
  sharedFleet,
} from '../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { connect } from './connect.ts'
import { asReaderSays, databaseFailure } from './database-failure.ts'
import { followForwarder } from './follow-forwarder.ts'
import { schemaOf } from './list-machines.ts'
import { forwardJournal, type ForwardJournalDeps, type Target } from './forward-journal.ts'

export type FleetDeps = ForwardJournalDeps & {
  readonly config: () => FleetConfig | null
  readonly dial: (
    host: string,
    port: number,
    signal: AbortSignal,
  ) => Promise<Result<Duplex, Failure>>
  /** The value of a stored credential, for that host and port only. */
  readonly password: (name: string, host: string, port: number) => Result<string, Failure>
  /** Whether rows are sent from here: not by a command that asks once. */
  readonly forwards: boolean
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

export function openFleet(deps: FleetDeps): Fleet {
  const ended = new AbortController()

  const passwordFor =
    (name: string, database: FleetDatabase) => async (): Promise<Result<string | null, Failure>> =>
      isLocalSocket(database) ? ok(null) : deps.password(name, database.host, database.port)
  const reach = (database: FleetDatabase, name: string, signal: AbortSignal) =>
    connect(database, { dial: deps.dial, password: passwordFor(name, database) }, signal)

  const followed = followForwarder<Target>({
    config() {
      const shared = deps.forwards ? sharedFleet(deps.config()) : null
      return shared === null ? null : { machine: shared.machine, database: shared.database }
    },
    start: (target) =>
      forwardJournal(target, deps, (database, signal) => reach(database, FLEET_PASSWORD, signal)),
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
