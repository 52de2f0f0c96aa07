// The page docs/guide/fleet.md as a newcomer follows it: its commands and its configuration as they
// are written, with a real PostgreSQL. Only addresses and the key are those of the test.
// @module-tag whole
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findPostgres } from '../postgres.mjs'
import { startPostgres, type Postgres } from '../fakes/postgres.ts'
import { makeHome, type Home } from '../cli/gatehouse.ts'
import { fencesOf } from './fences.ts'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../docs/guide/fleet.md'), 'utf8')
const blocks = fencesOf(page)

let postgres: Postgres
let home: Home
beforeAll(async () => {
  postgres = await startPostgres()
  home = makeHome()
  mkdirSync(home.folder, { mode: 0o700 })
})
afterAll(async () => {
  await home.remove()
  await postgres.stop()
})

/** The block that has these words in it. */
function block(words: string): string {
  const found = blocks.find(({ text }) => text.includes(words))
  if (found === undefined) throw new Error(`The page has no example with ${words}.`)
  return found.text
}

/** In a shell whose `gatehouse` is this one, and whose database is the one of the test. */
async function shell(text: string): Promise<string> {
  const tools = join(dirname(home.folder), 'tools')
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'gatehouse'), `#!/bin/sh\nexec ${home.command} "$@"\n`)
  chmodSync(join(tools, 'gatehouse'), 0o755)
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', text], {
    env: {
      ...home.env,
      PATH: `${tools}:${findPostgres() ?? ''}:${process.env['PATH'] ?? ''}`,
      PGHOST: postgres.folder,
      PGPORT: String(postgres.port),
      PGUSER: 'admin',
    },
  })
  return stdout
}

/** Written as it is, with the socket of the test in the place of a host. */
const configure = (text: string): void =>
  writeFileSync(
    join(home.folder, 'config.yaml'),
    text.replace('host: db.example.org', `host: '${postgres.folder}', port: ${postgres.port}`),
  )

const count = async (sql: string): Promise<number> => {
  const client = await postgres.client()
  try {
    return Number((await client.query<{ count: string }>(sql)).rows[0]?.count)
  } finally {
    await client.end()
  }
}

it('sets up a database, lets a machine in, checks, searches, drops and revokes as the page says', async () => {
  // The test has made one of that name already.
  await shell('dropdb gatehouse')
  await shell(block('createdb gatehouse'))
  expect(await count('select gatehouse.version() as count')).toBeGreaterThanOrEqual(5)

  const own = blocks.find(({ info, text }) => info === 'yaml policy' && !text.includes('peers:'))
  configure(own?.text ?? '')
  const identity = await shell('gatehouse fleet identity')
  const [key = ''] = /\b[0-9a-f]{64}\b/.exec(identity) ?? []
  expect(identity).toContain('ada-laptop')
  // A password is typed, and a socket asks for none.
  const [letIn = ''] = block('gatehouse fleet add').split('\n')
  await shell(letIn.replace('5e5e…', key))

  await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
  await expect
    .poll(() => shell('gatehouse fleet status'))
    .toContain('The fleet has every row of ada-laptop')
  await expect.poll(() => count('select count(*) from gatehouse.heads')).toBeGreaterThan(0)

  await shell(`psql -v ON_ERROR_STOP=1 gatehouse -c "${block('create role auditor').trim()}"`)
  const reads = readFileSync(join(home.folder, 'config.yaml'), 'utf8')
  writeFileSync(join(home.folder, 'config.yaml'), `${reads.trimEnd()}\n  reader: auditor\n`)
  await expect.poll(() => shell('gatehouse fleet machines').catch(String)).toContain('ada-laptop')
  expect(await shell('gatehouse fleet verify')).toContain('ada-laptop')
  for (const words of page.match(/`gatehouse fleet search [^`]*`/g) ?? [])
    await shell(words.slice(1, -1))
  expect(await shell("gatehouse fleet search 'machine:ada-laptop'")).toContain('ada-laptop')

  for (const [, sql = ''] of page.matchAll(/`(select gatehouse\.drop_[^`]*)`/g))
    await shell(`psql -v ON_ERROR_STOP=1 gatehouse -c "${sql}"`)
  const [, revoke = ''] = /`(gatehouse fleet revoke [^`]*)`/.exec(page) ?? []
  await shell(revoke)
  expect(await count('select count(*) from gatehouse.machines where revoked is not null')).toBe(1)
}, 600_000)

it('adds to tables of an earlier version what the page says is added', async () => {
  const wanted = [...page.matchAll(/`(gatehouse fleet init --print --from \d+)`/g)]
  expect(wanted.length).toBeGreaterThan(2)
  for (const [, command = ''] of wanted) {
    const from = Number(/\d+$/.exec(command)?.[0])
    const sql = await shell(command)
    expect(sql).toContain(`values (${from + 1})`)
    expect(sql).not.toContain(`values (${from})`)
  }
})
