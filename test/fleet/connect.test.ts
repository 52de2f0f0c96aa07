// Over the network the database is spoken to over TLS only, by the one way out, and only where the
// server proves its name.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FleetDatabase } from '../../contract/fleet/database.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import { connect } from '../../main/fleet/connect.ts'
import { testCertificate } from '../egress/fixtures/servers.ts'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'

const key = readFileSync(new URL('../egress/fixtures/server-key.pem', import.meta.url), 'utf8')

let postgres: Postgres
let folder: string
let ca: string
const outbound = openOutbound({ hosts: () => [] })
beforeAll(async () => {
  postgres = await startPostgres({}, { key, cert: testCertificate })
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-fleet-'))
  ca = join(folder, 'authority.pem')
  writeFileSync(ca, testCertificate)
  await postgres.sql(`create role ada login password 'correct horse'`)
})
afterAll(async () => {
  await outbound.dispose()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function tried(
  change: Partial<FleetDatabase>,
  password: string | null = 'correct horse',
): Promise<unknown> {
  const database = {
    host: '127.0.0.1',
    port: postgres.port,
    database: 'gatehouse',
    user: 'ada',
    ca,
    ...change,
  }
  const client = await connect(
    database,
    { dial: outbound.databaseSocket, password: async () => ok(password) },
    new AbortController().signal,
  )
  if (!client.ok) return client.error
  const answer = await client.value.query(
    'select current_user as user, ssl from pg_stat_ssl where pid = pg_backend_pid()',
  )
  await client.value.end()
  return answer.rows[0]
}

test('a server that proves its name is spoken to over TLS, by name and by address', async () => {
  expect(await tried({})).toEqual({ user: 'ada', ssl: true })
  expect(await tried({ host: 'localhost' })).toEqual({ user: 'ada', ssl: true })
})

test.each([
  ['nobody vouches for', { ca: null }, /self-signed|unable to verify/],
  ['has no such database', { database: 'nowhere' }, /no database “nowhere”/],
  ['does not know the user', { user: 'eve' }, /did not let this machine in/],
] as const)('a server that %s is refused or refuses', async (_, change, text) => {
  expect(await tried(change)).toMatchObject({ text: expect.stringMatching(text) })
})

test('a wrong password is said as that, and the password is nowhere in it', async () => {
  const said = await tried({}, 'wrong battery')
  expect(said).toMatchObject({ code: 'fleet.refused' })
  expect(JSON.stringify(said)).not.toContain('battery')
})

test('a file with an authority that is not there is named', async () => {
  expect(await tried({ ca: join(folder, 'none.pem') })).toMatchObject({
    code: 'fleet.authority',
    text: expect.stringContaining('none.pem'),
  })
})

test('a server without TLS gets no user name and no password', async () => {
  let received = ''
  const plain = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (data: Buffer) => {
      received += data.toString('latin1')
      socket.write('N')
    })
  })
  await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening))
  const address = plain.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  expect(await tried({ port })).toMatchObject({ code: 'fleet.unreachable' })
  expect(received).not.toMatch(/ada|correct horse/)
  plain.close()
})

test('the way out may refuse the address', async () => {
  const database = { host: 'db.test', port: 1, database: 'gatehouse', user: 'ada', ca: null }
  const refusal = failure('net.address-refused', 'That is no place for a database.')
  const client = await connect(
    database,
    { dial: async () => err(refusal), password: async () => ok(null) },
    new AbortController().signal,
  )
  expect(client).toEqual(err(refusal))
})

test.each(['before it begins', 'while it is under way'])(
  'a connection that is given up %s has an end, and is gone',
  async (when) => {
    const home = mkdtempSync(join(tmpdir(), 'gatehouse-silent-'))
    const held = new Set<Socket>()
    const { promise: met, resolve: meets } = Promise.withResolvers<void>()
    // It never says a word.
    const silent = createServer((socket) => {
      held.add(
        socket
          .resume()
          .on('error', () => {})
          .on('close', () => held.delete(socket)),
      )
      meets()
    })
    await new Promise<void>((resolve) => void silent.listen(join(home, '.s.PGSQL.5432'), resolve))
    const ending = new AbortController()
    if (when === 'before it begins') ending.abort()
    const opening = connect(
      { host: home, port: 5432, database: 'gatehouse', user: 'ada', ca: null },
      { dial: outbound.databaseSocket, password: async () => ok(null) },
      ending.signal,
    )
    if (when === 'while it is under way') await met
    ending.abort()
    expect(await opening).toEqual(err(failure('fleet.unreachable', 'Gatehouse is ending.')))
    await expect.poll(() => held.size).toBe(0)
    silent.close()
    rmSync(home, { recursive: true })
  },
)
