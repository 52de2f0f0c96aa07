// A handle on a database that is only read, whatever its state: for backups, and for what can still
// be read of a damaged one.
import { canLoadSqlite } from './open.ts'
import type { ReadDb, WriteDb } from './database.ts'
import { knownVersion } from './shapes/migrations.ts'

/** Throws what SQLite throws. The caller closes it. */
export async function openReader(file: string): Promise<ReadDb> {
  if (!canLoadSqlite(process.versions['napi']))
    throw new Error(`Node ${process.versions.node} cannot load the database`)
  const { default: Database } = await import('better-sqlite3')
  return new Database(file, { readonly: true, fileMustExist: true, timeout: 2_000 })
}

/**
 * For the tables, which are made of statements that read and others that write: over this handle the
 * second kind fails in SQLite itself. Null for a database of an older or a newer shape.
 */
export async function openTablesReader(
  file: string,
): Promise<{ readonly db: WriteDb; close(): void } | null> {
  const db = await openReader(file)
  if (Number(db.pragma('user_version', { simple: true })) === knownVersion)
    return { db: preparesLate(db) as WriteDb, close: () => void db.close() }
  db.close()
  return null
}

/** A table has a dozen statements, of which a look uses one or two: each is compiled when it is first used. */
function preparesLate(db: ReadDb): ReadDb {
  const prepare = db.prepare.bind(db)
  return Object.assign(db, { prepare: (source: string) => lateStatement(() => prepare(source)) })
}

/** What a statement is to give is said before it is used. */
const modes: readonly unknown[] = ['pluck', 'raw', 'expand', 'safeIntegers']

function lateStatement(prepare: () => Statement): Statement {
  const said: ((statement: Statement) => void)[] = []
  let prepared: Statement | null = null
  const late: Statement = new Proxy(Object.create(null), {
    get(_late, name) {
      if (prepared === null && modes.includes(name))
        return (...given: unknown[]) => {
          said.push((statement) => void call(statement, name, given))
          return late
        }
      if (prepared === null) {
        prepared = prepare()
        for (const say of said) say(prepared)
      }
      const statement = prepared
      return (...given: unknown[]) => call(statement, name, given)
    },
  })
  return late
}

type Statement = ReturnType<ReadDb['prepare']>

const call = (statement: Statement, name: string | symbol, given: unknown[]): unknown =>
  Reflect.apply(Reflect.get(statement, name), statement, given)
