// A connection to the shared database: over its local socket, or over TLS with the server's name
// proved. Nothing else, loopback included.
import { readFile } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import type { Client as Connected } from 'pg'
import { fileReason } from '../../contract/file-reason.ts'
import { isLocalSocket, type FleetDatabase } from '../../contract/fleet/database.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { databaseFailure } from './database-failure.ts'

export type ConnectDeps = {
  /** A bare connection; TLS is agreed upon behind it, as PostgreSQL does. */
  readonly dial: (
    host: string,
    port: number,
    signal: AbortSignal,
  ) => Promise<Result<Duplex, Failure>>
  /** Null: the database knows this machine's user by other means. */
  readonly password: () => Promise<Result<string | null, Failure>>
}

export const TIMEOUT_MS = 30_000

/** Connected, and gone with `signal`. Failures: `fleet.unreachable`, `fleet.refused`, what `dial` says. */
export async function connect(
  database: FleetDatabase,
  deps: ConnectDeps,
  signal: AbortSignal,
): Promise<Result<Connected, Failure>> {
  const password = await deps.password()
  if (!password.ok) return password
  const { host, port, user } = database
  const options = {
    host,
    port,
    user,
    database: database.database,
    ...(password.value === null ? {} : { password: password.value }),
    application_name: 'gatehouse',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    statement_timeout: TIMEOUT_MS,
  }
  const opened = isLocalSocket(database)
    ? ok({ ...options, ssl: false })
    : await overTls(options, database.ca, deps, signal)
  if (!opened.ok) return opened
  // Few machines have such a database.
  const { Client } = await import('pg')
  const client = new Client(opened.value)
  // Said by the query that was under way, or by the next one.
  client.on('error', () => undefined)
  const give = (): void => void client.end().catch(() => undefined)
  signal.addEventListener('abort', give, { once: true })
  try {
    await connected(client, signal)
    if (signal.aborted) {
      // Without the farewell that the library waits for.
      client.connection.stream.destroy()
      return err(failure('fleet.unreachable', 'Gatehouse is ending.'))
    }
    client.once('end', () => signal.removeEventListener('abort', give))
    return ok(client)
  } catch (error) {
    signal.removeEventListener('abort', give)
    give()
    return err(databaseFailure(error, database))
  }
}

/** Or `signal` is aborted: the library's own promise never ends where a connection is given up halfway. */
async function connected(client: Connected, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise: givenUp, resolve } = Promise.withResolvers<void>()
  const end = (): void => resolve()
  signal.addEventListener('abort', end, { once: true })
  try {
    await Promise.race([client.connect(), givenUp])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

async function overTls<T extends { readonly host: string; readonly port: number }>(
  options: T,
  ca: string | null,
  { dial }: ConnectDeps,
  signal: AbortSignal,
) {
  const { host, port } = options
  let authority: string | null = null
  try {
    if (ca !== null) authority = await readFile(ca, 'utf8')
  } catch (error) {
    return err(
      failure(
        'fleet.authority',
        `The file with the server’s authority, ${ca}, cannot be read: ${fileReason(error)}.`,
        'Correct fleet.database.ca in the configuration.',
      ),
    )
  }
  const socket = await dial(host, port, signal)
  if (!socket.ok) return socket
  // The library connects what it is given. This one is connected, by the one way out.
  const dialled = Object.assign(socket.value, {
    connect() {
      process.nextTick(() => socket.value.emit('connect'))
      return socket.value
    },
  })
  return ok({
    ...options,
    stream: () => dialled,
    ssl: { rejectUnauthorized: true, ...(authority === null ? {} : { ca: authority }) },
  })
}
