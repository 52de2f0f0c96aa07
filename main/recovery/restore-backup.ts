// Puts a backup in the place of the database. Rows of the journal that the damaged file still holds and that follow from the backup's are kept; the rest is lost, and a
// row of the journal says for good which. What was there is moved aside, never removed.
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { flushFolder } from '../disk/flush-folder.ts'
import { follows } from '../journal/chain.ts'
import { readEarlierRows } from '../journal/earlier-rows.ts'
import { openHeadWriter, readHead } from '../journal/chain-head.ts'
import { openJournal } from '../journal/journal.ts'
import { verifyChain } from '../journal/verify.ts'
import type { AppPaths } from '../config/paths.ts'
import { carryOver } from '../store/shapes/carry-over.ts'
import type { ReadDb } from '../store/database.ts'
import { journalTable } from '../store/journal/journal-table.ts'
import type { RawRow } from '../store/journal/rows-after.ts'
import { openStore } from '../store/open.ts'
import { lastReadable, readableRows } from '../store/journal/readable-rows.ts'
import { openReader } from '../store/reader.ts'
import { takeLock } from '../host/lock.ts'

export type Restored = {
  readonly backup: string
  /** Rows in the backup, and those that could be taken over from what was there. */
  readonly rows: number
  readonly stored: number
  /** Numbers of the rows that are lost; null where none is. */
  readonly lost: { readonly from: number; readonly to: number } | null
  /** Tables that are as they were last, and those that could not be read and are closed. */
  readonly carried: readonly string[]
  readonly closed: readonly string[]
  /** Where what was there lies now; null where nothing was changed. */
  readonly aside: string | null
}

/**
 * Failures: `host.already-running`, `backup.unknown`, `backup.damaged`, and those of the store.
 * `dryRun`: only says what would be.
 */
export async function restoreBackup(
  paths: AppPaths,
  file: string,
  dryRun: boolean,
  now: () => number,
): Promise<Result<Restored, Failure>> {
  if (!existsSync(file))
    return err(
      failure('backup.unknown', `There is no backup ${basename(file)}.`, 'See: gatehouse restore'),
    )
  const lock = await takeLock(paths.lockFile)
  if (!lock.ok) return lock
  const fresh = join(paths.dataDir, 'restoring.db')
  const clean = (): void =>
    ['', '-wal', '-shm', '-head'].forEach((end) => rmSync(fresh + end, { force: true }))
  clean()
  let damaged: ReadDb | null = null
  try {
    copyFileSync(file, fresh)
    const opened = await openStore(fresh, { now })
    if (!opened.ok) return err({ ...opened.error, text: opened.error.text.replaceAll(fresh, file) })
    const { db, close } = opened.value
    try {
      const table = journalTable(db)
      const whole = await isWhole(db, table)
      if (!whole.ok) return whole
      damaged = await openReader(paths.databaseFile).catch(() => null)
      const rows = table.last()?.seq ?? 0
      const head = readHead(paths.headFile)
      const encrypted = head.kind === 'head' ? head.head : { seq: 0, hash: '' }
      const following = rowsAfter(
        table.last() ?? { seq: 0, hash: '' },
        damaged,
        readEarlierRows(paths.earlierRowsFile),
        encrypted.seq,
      )
      for (let at = 0; at < following.rows.length; at += 512)
        table.append(following.rows.slice(at, at + 512))
      const stored = following.rows.length
      const newest = Math.max(encrypted.seq, following.seen)
      const lost = newest > rows + stored ? { from: rows + stored + 1, to: newest } : null
      const tables = carryOver(damaged, db, now())
      const found = { backup: basename(file), rows, stored, lost, ...tables }
      if (dryRun) return ok({ ...found, aside: null })
      const written = await note(table, fresh, found, encrypted.hash, now)
      if (!written.ok) return written
      close()
      damaged?.close()
      return ok({ ...found, aside: swap(paths, fresh, now()) })
    } finally {
      close()
    }
  } finally {
    if (damaged?.open === true) damaged.close()
    clean()
    await lock.value.release()
  }
}

async function isWhole(
  db: ReadDb,
  table: ReturnType<typeof journalTable>,
): Promise<Result<null, Failure>> {
  const last = table.last()
  const head = {
    kind: 'head' as const,
    head: { seq: last?.seq ?? 0, hash: last?.hash ?? '', state: 'open' as const },
  }
  const chain = await verifyChain({ read: table.after, lastSeq: last?.seq ?? null, head })
  // A finding of before the backup is in the chain for good, and is no damage of the backup.
  const readable = chain.kind === 'intact' || chain.fault !== 'unreadable'
  const sound = readable && db.pragma('quick_check', { simple: true }) === 'ok'
  return sound
    ? ok(null)
    : err(
        failure(
          'backup.damaged',
          'This backup is damaged.',
          'Choose an older one: gatehouse restore',
        ),
      )
}

type Following = { readonly rows: readonly RawRow[]; readonly seen: number }

/**
 * Rows that follow from `tip` without a gap, first from the damaged database and then from what an
 * earlier version left beside it.
 */
function rowsAfter(
  tip: Pick<RawRow, 'seq' | 'hash'>,
  damaged: ReadDb | null,
  earlier: readonly RawRow[],
  hint: number,
): Following {
  const rows: RawRow[] = []
  let last = tip
  const take = (row: RawRow): void => {
    if (!follows(last, row)) return
    rows.push(row)
    last = row
  }
  let seen = earlier.at(-1)?.seq ?? 0
  try {
    const end = damaged === null ? 0 : lastReadable(damaged, hint)
    seen = Math.max(seen, end)
    if (damaged !== null) for (const row of readableRows(damaged, tip.seq + 1, end).rows) take(row)
  } catch {
    // Its table of contents is gone: then the backup is all there is.
  }
  for (const row of earlier) take(row)
  return { rows, seen }
}

/** The row that says so, behind the last one that was kept, and a head that fits it. */
async function note(
  table: ReturnType<typeof journalTable>,
  fresh: string,
  { backup, lost }: Pick<Restored, 'backup' | 'lost'>,
  head: string,
  now: () => number,
): Promise<Result<null, Failure>> {
  const last = table.last()
  openHeadWriter(`${fresh}-head`, {
    seq: last?.seq ?? 0,
    hash: last?.hash ?? '',
    state: 'open',
  }).close()
  const journal = openJournal({ table, headFile: `${fresh}-head`, now })
  if (!journal.ok) return journal
  const written = await journal.value.append({
    kind: 'restored',
    backup,
    lostFrom: lost?.from ?? null,
    lostTo: lost?.to ?? null,
    head,
  })
  await journal.value.close()
  return written.ok ? ok(null) : written
}

/** Moves what was there aside, and the new files into their places. */
function swap(paths: AppPaths, fresh: string, at: number): string {
  const aside = join(
    paths.dataDir,
    `before-restore-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`,
  )
  mkdirSync(aside, { mode: 0o700 })
  const index = join(paths.dataDir, 'journal-index.db')
  const old = [paths.databaseFile, index].flatMap((file) =>
    ['', '-wal', '-shm'].map((end) => file + end),
  )
  for (const file of [...old, paths.earlierRowsFile, paths.headFile])
    if (existsSync(file)) renameSync(file, join(aside, basename(file)))
  renameSync(fresh, paths.databaseFile)
  // Another file system may hold the head.
  mkdirSync(dirname(paths.headFile), { recursive: true, mode: 0o700 })
  copyFileSync(`${fresh}-head`, paths.headFile)
  flushFolder(paths.dataDir)
  flushFolder(dirname(paths.headFile))
  return aside
}
