// Backups by the real command line, and the way back from a database whose pages are damaged.
import { existsSync, openSync, readdirSync, statSync, writeSync, closeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const database = (): string => join(home.folder, 'data', 'gatehouse.db')
const check = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => home.run('tools', 'run', 'list_files', '--args', '{}')),
  )

/** Scribbles over one page in the middle of the journal's rows, found by a row that lies in it. */
function damage(seq: number): number {
  const db = new Database(database(), { readonly: true })
  const pages = db
    .prepare<[], { pageno: number; ncell: number }>(
      `SELECT pageno, ncell FROM dbstat WHERE name = 'journal' AND pagetype = 'leaf' ORDER BY path`,
    )
    .all()
  const size = Number(db.pragma('page_size', { simple: true }))
  db.close()
  let before = 0
  const page = pages.find(({ ncell }) => (before += ncell) >= seq) ?? pages[0]
  const fd = openSync(database(), 'r+')
  writeSync(fd, Buffer.alloc(size, 0xa5), 0, size, ((page?.pageno ?? 1) - 1) * size)
  closeSync(fd)
  return page?.ncell ?? 0
}

/**
 * Rows without a call of a tool for each: as many as asked for, of starts and ends of a command.
 */
async function rowsUpTo(count: number): Promise<number> {
  for (;;) {
    const { value } = await home.json('audit', 'tail', '-n', '1')
    const { total } = value as { total: number }
    if (total >= count) return total
    await home.run('tools', 'run', 'read_file', '--args', '{"path":"none"}')
  }
}

describe('a database with a damaged page', () => {
  it(
    'gives the rows that can be read, and comes back from a backup with what follows @whole',
    { timeout: 600_000 },
    async () => {
      await rowsUpTo(20)
      const created = await home.json('backup')
      expect(created).toMatchObject({
        code: 0,
        value: { name: expect.stringMatching(/^gatehouse-.*\.db$/) },
      })
      const { name } = created.value as { name: string }
      expect(statSync(join(home.folder, 'data', 'backups', name)).mode & 0o777).toBe(0o600)
      const total = await rowsUpTo(35)
      damage(3)

      const readable = await home.run('audit', 'export', '--readable')
      const rows = readable.stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { seq: number }).seq)
      expect(readable.code).toBe(1)
      expect(readable.stderr).toMatch(/rows are readable. Not readable: /)
      expect([rows.length > 0, rows.length < total, rows.at(-1)]).toEqual([true, true, total])
      expect((await home.run('audit', 'verify')).code).toBe(1)

      const dry = await home.json('restore', name, '--dry-run')
      expect(dry).toMatchObject({ code: 0, value: { backup: name, aside: null } })
      const restored = await home.json('restore', name)
      expect(restored).toMatchObject({
        code: 0,
        value: { backup: name, carried: ['leases', 'clients', 'stopped', 'step_up'], closed: [] },
      })
      const {
        rows: ofBackup,
        stored,
        lost,
        aside,
      } = restored.value as { rows: number; stored: number; lost: null; aside: string }
      expect([ofBackup + stored, lost, existsSync(join(aside, 'gatehouse.db'))]).toEqual([
        total,
        null,
        true,
      ])
      expect(await home.json('audit', 'verify')).toMatchObject({
        code: 0,
        value: { kind: 'intact', rows: total + 1 },
      })
      const tail = (await home.json('audit', 'tail', '-n', '1')).value as {
        rows: { entry: object }[]
      }
      expect(tail.rows[0]?.entry).toMatchObject({
        kind: 'restored',
        backup: name,
        lostFrom: null,
        lostTo: null,
      })
      expect((await home.run('tools', 'run', 'read_file', '--args', '{"path":"none"}')).code).toBe(
        1,
      )
      expect(await home.json('audit', 'verify')).toMatchObject({ code: 0 })
    },
  )

  it('says which rows a restore loses, for good @whole', { timeout: 600_000 }, async () => {
    await rowsUpTo(8)
    const { name } = (await home.json('backup')).value as { name: string }
    const total = await rowsUpTo(14)
    // Everything that came after is gone with the file.
    const fd = openSync(database(), 'r+')
    writeSync(fd, Buffer.alloc(statSync(database()).size, 0xa5), 0)
    closeSync(fd)
    const start = await home.run('tools', 'list')
    expect([start.code, start.stderr]).toEqual([
      1,
      expect.stringContaining(`gatehouse restore ${name}`),
    ])
    const restored = await home.json('restore', name)
    const { rows, lost, closed } = restored.value as {
      rows: number
      lost: { from: number; to: number }
      closed: string[]
    }
    expect([lost, closed]).toEqual([
      { from: rows + 1, to: total },
      ['leases', 'clients', 'stopped', 'step_up'],
    ])
    expect(await home.json('audit', 'verify')).toMatchObject({ code: 0, value: { kind: 'intact' } })
    // Whether everything was stopped could not be read, so Gatehouse treats it as stopped.
    expect(
      (await home.run('tools', 'run', 'read_file', '--args', '{"path":"none"}')).stderr,
    ).toMatch(/stopped everything/)
  })
})

it(
  'keeps seven copies, and says what is wrong with a name that there is none of',
  { timeout: 600_000 },
  async () => {
    await check(1)
    for (let at = 0; at < 9; at++) await home.run('backup')
    expect(readdirSync(join(home.folder, 'data', 'backups'))).toHaveLength(7)
    expect(((await home.json('restore')).value as { backups: unknown[] }).backups).toHaveLength(7)
    expect(await home.json('restore', 'nothing.db')).toMatchObject({
      code: 1,
      value: { error: { code: 'backup.unknown' } },
    })
  },
)
