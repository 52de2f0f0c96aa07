// Backups of the database, in a folder beside it: whole copies that SQLite makes by reading every
// page (VACUUM INTO), so one that could be made is one that can be read. Nothing else writes that
// folder: its names, and that only the newest are kept.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { removeOldBackups } from './backup-retention.ts'
import type { ReadDb } from './database.ts'

export type Backup = {
  readonly name: string
  readonly file: string
  readonly at: number
  readonly bytes: number
}

const shape = /^gatehouse-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.db$/

/** Newest first; none where there is no folder. */
export function listBackups(folder: string): readonly Backup[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  return names
    .flatMap((name): Backup[] => {
      const time = shape.exec(name)?.[1]
      if (time === undefined) return []
      const at = Date.parse(time.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/, 'T$1:$2:$3.$4Z'))
      return [{ name, file: join(folder, name), at, bytes: statSync(join(folder, name)).size }]
    })
    .toSorted((a, b) => b.at - a.at)
}

/**
 * Copies, makes it durable, and removes the old ones. Throws what SQLite or
 * the file system throws.
 */
export function makeBackup(db: ReadDb, folder: string, at: number): Backup {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `gatehouse-${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}.db`
  const file = join(folder, name)
  const aside = `${file}.${process.pid}.new`
  removeHalves(folder)
  rmSync(aside, { force: true })
  try {
    // Made by us first, for its mode: what is in it is not for other people of this machine.
    closeSync(openSync(aside, 'wx', 0o600))
    db.prepare('VACUUM INTO ?').run(aside)
    const fd = openSync(aside, 'r+')
    try {
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(aside, file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error
  }
  removeOldBackups(listBackups(folder), at)
  return { name, file, at, bytes: statSync(file).size }
}

/** How long a copy that is being made may go without a write. */
const HALF_MS = 10 * 60_000

/**
 * Left by a program that was ended in the middle of a copy. One whose process is alive is left
 * alone: `gatehouse backup` may run beside the app.
 */
function removeHalves(folder: string): void {
  for (const name of readdirSync(folder)) {
    const half = /^gatehouse-.*\.db(?:\.(\d+))?\.new(?:-journal)?$/.exec(name)
    if (half === null) continue
    const file = join(folder, name)
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (written === undefined) continue
    const pid = half[1] === undefined ? null : Number(half[1])
    if ((pid !== null && !isAlive(pid)) || Date.now() - written > HALF_MS)
      rmSync(file, { force: true })
  }
}

/** A number that another process has by now only leaves the half for some minutes longer. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
