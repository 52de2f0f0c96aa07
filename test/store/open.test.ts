import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { knownVersion, migrations } from '../../main/store/shapes/migrations.ts'
import { canLoadSqlite, openStore } from '../../main/store/open.ts'
import { makeFolder, memoryStore, storeIn } from './fixture.ts'

const now = (): number => 42
const contentOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex')

async function failureOf(file: string) {
  const opened = await openStore(file, { now })
  if (opened.ok) {
    opened.value.close()
    throw new Error('the store opened')
  }
  return opened.error
}

/** A raw connection, as any other program would have one. */
function rawly(file: string, work: (db: Database.Database) => void): void {
  const db = new Database(file)
  try {
    work(db)
  } finally {
    db.close()
  }
}

describe('opening the store', () => {
  it('makes a durable database of the newest shape', async () => {
    const file = join(makeFolder(), 'new', 'data.db')
    const { db } = await storeIn(file)
    const pragma = (name: string): unknown => db.pragma(name, { simple: true })
    expect({
      version: pragma('user_version'),
      journal: pragma('journal_mode'),
      synchronous: pragma('synchronous'),
      foreignKeys: pragma('foreign_keys'),
      recursiveTriggers: pragma('recursive_triggers'),
      busyTimeout: pragma('busy_timeout'),
      history: db.prepare('SELECT version, at FROM schema_history').all(),
    }).toEqual({
      version: knownVersion,
      journal: 'wal',
      synchronous: 2,
      foreignKeys: 1,
      recursiveTriggers: 1,
      busyTimeout: 100,
      history: migrations.map(({ version }) => ({ version, at: 42 })),
    })
  })

  it.runIf(process.platform !== 'win32')(
    'keeps the file and its logs from other people of the machine',
    async () => {
      const file = join(makeFolder(), 'new', 'data.db')
      await storeIn(file)
      const modes = [file, `${file}-wal`, `${file}-shm`].map((name) => statSync(name).mode & 0o777)
      expect(modes).toEqual([0o600, 0o600, 0o600])
    },
  )

  it('works in memory', async () => {
    const { db } = await memoryStore()
    expect(db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(0)
  })

  it('migrates once, however often it is opened, and closes twice without harm', async () => {
    const file = join(makeFolder(), 'data.db')
    const first = await storeIn(file)
    first.close()
    first.close()
    const { db } = await storeIn(file)
    expect(db.prepare('SELECT count(*) FROM schema_history').pluck().get()).toBe(migrations.length)
  })

  it('takes over an empty file, as a failed first start leaves one', async () => {
    const file = join(makeFolder(), 'data.db')
    writeFileSync(file, '')
    const { db } = await storeIn(file)
    expect(db.pragma('user_version', { simple: true })).toBe(knownVersion)
  })

  it('refuses a database of a newer program, says which, and does not change a byte', async () => {
    const file = join(makeFolder(), 'data.db')
    ;(await storeIn(file)).close()
    rawly(file, (db) => db.pragma('user_version = 99'))
    const before = contentOf(file)
    const error = await failureOf(file)
    expect(error.code).toBe('store.newer')
    expect(error.text).toContain('data format 99')
    expect(error.hint).toContain('newer Gatehouse')
    expect(contentOf(file)).toBe(before)
  })

  it('sees that a database is newer even where only the write-ahead log says so, and leaves that log', async () => {
    const folder = makeFolder()
    const [file, copy] = [join(folder, 'data.db'), join(folder, 'copy.db')]
    ;(await storeIn(file)).close()
    const newer = new Database(file)
    onTestFinished(() => void newer.close())
    newer.pragma('user_version = 99')
    // As a killed program leaves them: the log was never moved into the file.
    copyFileSync(file, copy)
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    const before = [contentOf(copy), contentOf(`${copy}-wal`)]
    expect((await failureOf(copy)).code).toBe('store.newer')
    expect([contentOf(copy), contentOf(`${copy}-wal`)]).toEqual(before)
  })

  it('refuses a database that is not Gatehouse’s', async () => {
    const file = join(makeFolder(), 'data.db')
    rawly(file, (db) => db.exec('CREATE TABLE theirs (x)'))
    const before = contentOf(file)
    expect((await failureOf(file)).code).toBe('store.foreign')
    expect(contentOf(file)).toBe(before)
  })

  it.each<[name: string, spoil: (bytes: Buffer) => Buffer]>([
    ['that is no database', () => Buffer.from('These are notes, not a database.\n'.repeat(200))],
    [
      'whose first page is gone',
      (bytes) => Buffer.concat([Buffer.alloc(4096), bytes.subarray(4096)]),
    ],
    [
      'whose table of contents is scribbled over',
      (bytes) =>
        Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(3996, 0xa5), bytes.subarray(4096)]),
    ],
  ])('calls a file %s corrupt and leaves it as it is', async (_name, spoil) => {
    const file = join(makeFolder(), 'data.db')
    ;(await storeIn(file)).close()
    writeFileSync(file, spoil(readFileSync(file)))
    const before = contentOf(file)
    const error = await failureOf(file)
    expect(error.code).toBe('store.corrupt')
    expect(error.hint).toContain('backup')
    expect(contentOf(file)).toBe(before)
  })

  it('says so when somebody holds the database, and does not wait for ever', async () => {
    const file = join(makeFolder(), 'data.db')
    ;(await storeIn(file)).close()
    const other = new Database(file)
    onTestFinished(() => void other.close())
    other.pragma('locking_mode = EXCLUSIVE')
    other.exec('BEGIN IMMEDIATE; DROP TABLE run_items; COMMIT')
    expect((await failureOf(file)).code).toBe('store.busy')
  })

  it('says so when the folder cannot be made or the file cannot be opened', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'file'), '')
    expect((await failureOf(join(folder, 'file', 'data.db'))).code).toBe('store.unwritable')
    expect((await failureOf(folder)).code).toBe('store.unwritable')
  })

  it('leaves nothing of a migration that fails half-way', async () => {
    const file = join(makeFolder(), 'data.db')
    // Ours by its mark, still without a shape, and with a table in the way of the last statements.
    rawly(file, (db) => {
      db.pragma(`application_id = ${0x47415445}`)
      db.exec('CREATE TABLE run_items (x)')
    })
    expect((await failureOf(file)).code).toBe('store.unwritable')
    rawly(file, (db) => {
      expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['run_items'])
      expect(db.pragma('user_version', { simple: true })).toBe(0)
    })
    expect(existsSync(file)).toBe(true)
  })
})

describe('the check of the Node version', () => {
  it.each([
    [undefined, false],
    ['9', false],
    ['10', true],
    ['11', true],
  ] as const)('N-API %s can carry the database: %s', (napi, can) => {
    expect(canLoadSqlite(napi)).toBe(can)
  })
})
