// A real PostgreSQL, started by the test on a socket of its own and gone with it. It refuses to run
// as root, so it runs as an ordinary user there.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { findPostgres } from '../postgres.mjs'

export type Postgres = {
  /** Of its socket: what a client names as its host. */
  readonly folder: string
  readonly port: number
  /** Its own files, which nobody touches while it runs. */
  readonly data: string
  /** As the administrator, in the database `gatehouse` unless another is named. */
  client(user?: string, database?: string): Promise<Client>
  sql(text: string): Promise<void>
  /** kill -9 of every process of it. */
  kill(): Promise<void>
  /** As an administrator does it: nothing is lost. */
  end(): Promise<void>
  start(): Promise<void>
  /** As an administrator does it: nothing is lost. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const NOBODY = 65_534
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/gatehouse')

/** PEM; the server then listens on 127.0.0.1 too, for TLS and passwords only. */
export type Encrypted = { readonly key: string; readonly cert: string }

/** `kept`: a folder whose database is used again, and stays when it stops; made where there is none. */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  tls: Encrypted | null = null,
  kept: string | null = null,
): Promise<Postgres> {
  const programs = findPostgres()
  if (programs === null) throw new Error('PostgreSQL is missing: npm test installs it')
  const root = kept ?? mkdtempSync(join(tmpdir(), 'gatehouse-pg-'))
  const [data, folder] = [join(root, 'data'), join(root, 'socket')]
  const known = existsSync(join(data, 'PG_VERSION'))
  mkdirSync(folder, { recursive: true })
  const asRoot = process.getuid?.() === 0
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {}
  if (asRoot) for (const path of [root, folder]) chownSync(path, NOBODY, NOBODY)
  chmodSync(root, 0o755)
  const env = { PATH: programs, LC_ALL: 'C.UTF-8', HOME: root }
  if (!known && !copied(templateOf(programs), data)) {
    const created = spawnSync(
      join(programs, 'initdb'),
      ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
      { ...user, env, cwd: root, encoding: 'utf8' },
    )
    if (created.status !== 0) throw new Error(`initdb failed: ${created.stderr}`)
    keepAsTemplate(data, templateOf(programs))
  }
  const port = await freePort()
  const all = {
    listen_addresses: tls === null ? '' : '127.0.0.1',
    ...(tls === null ? {} : encryptedIn(data, tls, user)),
    unix_socket_directories: folder,
    port: String(port),
    max_connections: '50',
    ...settings,
  }
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(all)
      .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
      .join(''),
  )
  let running: ChildProcess | null = null

  async function client(as = 'admin', database = 'gatehouse'): Promise<Client> {
    const opened = new Client({ host: folder, port, user: as, database })
    opened.on('error', () => undefined)
    await opened.connect()
    return opened
  }

  async function start(): Promise<void> {
    const child = spawn(join(programs ?? '', 'postgres'), ['-D', data], {
      ...user,
      env,
      cwd: root,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running = child
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-4_000)
    })
    for (;;) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`)
      try {
        const first = await client('admin', 'postgres')
        await first.end()
        return
      } catch {
        await pause(50)
      }
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = running
    running = null
    if (child?.pid === undefined || child.exitCode !== null) return
    const gone = once(child, 'exit')
    try {
      process.kill(signal === 'SIGKILL' ? -child.pid : child.pid, signal)
    } catch {
      // It has ended by itself.
    }
    await gone
  }

  await start()
  if (!known) {
    const first = await client('admin', 'postgres')
    await first.query('create database gatehouse')
    await first.end()
  }
  return {
    folder,
    port,
    client,
    start,
    data,
    async sql(text) {
      const admin = await client()
      try {
        await admin.query(text)
      } finally {
        await admin.end()
      }
    },
    kill: () => end('SIGKILL'),
    end: () => end('SIGINT'),
    async restart() {
      await end('SIGINT')
      await start()
    },
    async stop() {
      await end('SIGINT')
      if (kept === null) rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The files of a database that nobody has used, as this version and this user make them. */
const templateOf = (programs: string): string =>
  join(CACHE, `postgres-${basename(dirname(programs))}-${process.getuid?.() ?? 0}`)

/** Whether it was there: making another takes ten times what copying it takes. */
const copied = (template: string, data: string): boolean =>
  existsSync(template) && spawnSync('cp', ['-a', template, data]).status === 0

/** Whole or not at all: other processes start databases meanwhile. */
function keepAsTemplate(data: string, template: string): void {
  mkdirSync(CACHE, { recursive: true })
  const half = mkdtempSync(`${template}-half-`)
  const { status } = spawnSync('cp', ['-a', data, join(half, 'data')])
  try {
    if (status === 0) renameSync(join(half, 'data'), template)
  } catch {
    // Another one was first.
  }
  rmSync(half, { recursive: true, force: true })
}

function encryptedIn(
  data: string,
  { key, cert }: Encrypted,
  user: { readonly uid?: number; readonly gid?: number },
): Readonly<Record<string, string>> {
  const files = { 'server.key': key, 'server.crt': cert }
  for (const [name, text] of Object.entries(files)) {
    const file = join(data, name)
    writeFileSync(file, text, { mode: 0o600 })
    if (user.uid !== undefined) chownSync(file, user.uid, user.uid)
  }
  writeFileSync(
    join(data, 'pg_hba.conf'),
    'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  )
  return { ssl: 'on' }
}

/** Names the socket's file only, for nothing listens on the network. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
