// The journal's newest rows, on the disk before the database has them: one short write and one
// flush in place of a commit of several pages. Nothing else writes that file. Never judges: whether
// its rows follow those of the database is fronted-table.ts.
//
// Of fixed length and made at once, so that no write changes what the file system keeps about it:
// that is half of what a flush costs. A row is a line, its hash and its body. What is behind the
// last one is older: number or hash no longer follow.
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { hashOf, numberIn, type RawRow } from './chain.ts'
import { flushFolder } from './flush-folder.ts'

export type FrontFile = {
  /**
   * Durable when it returns true. False: there is no room, and nothing was written. Throws what the
   * file system throws.
   */
  append(rows: readonly RawRow[]): boolean
  /**
   * What is in it counts no longer, and is not found again: a row that somebody cuts off the
   * database must be missed. The next rows are written from its beginning. Throws what the file
   * system throws.
   */
  clear(): void
  close(): void
}

/**
 * Whether it is quicker than the database. Not on macOS: there Node's flush makes the drive write
 * out all it holds, some milliseconds, which SQLite does not ask for.
 */
export const FRONT_PAYS = process.platform !== 'darwin'

const SIZE = 1_048_576
const HASH_LENGTH = 64
const BLANK = Buffer.alloc(1)

/** Makes the file where there is none of that length. Throws what the file system throws. */
export function openFrontFile(file: string): FrontFile {
  if (statSync(file, { throwIfNoEntry: false })?.size !== SIZE) make(file)
  const fd = openSync(file, 'r+')
  let place = 0
  return {
    append(rows) {
      const bytes = Buffer.from(rows.map(({ hash, body }) => `${hash} ${body}\n`).join(''))
      if (place + bytes.length > SIZE) return false
      writeWhole(fd, bytes, place)
      fdatasyncSync(fd)
      place += bytes.length
      return true
    },
    clear() {
      writeWhole(fd, BLANK, 0)
      place = 0
    },
    close: () => closeSync(fd),
  }
}

/**
 * The rows from its beginning as far as each follows from the one before; none where there is no
 * file. Throws when it cannot be read.
 */
export function readFrontFile(file: string): RawRow[] {
  if (isBlank(file)) return []
  const rows: RawRow[] = []
  const bytes = readFileSync(file)
  for (
    let from = 0, end = bytes.indexOf(0x0a);
    end !== -1;
    from = end + 1, end = bytes.indexOf(0x0a, from)
  ) {
    const row = rowIn(bytes.toString('utf8', from, end))
    const before = rows.at(-1)
    if (row === null || (before !== undefined && !follows(before, row))) break
    rows.push(row)
  }
  return rows
}

/** After an orderly end it is, and a start need not read all of it. */
function isBlank(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return true
  const fd = openSync(file, 'r')
  try {
    const first = Buffer.from(BLANK)
    return readSync(fd, first, 0, 1, 0) === 0 || first.equals(BLANK)
  } finally {
    closeSync(fd)
  }
}

/**
 * Keeps what is in it under another name, for whoever looks into what happened. Throws what the
 * file system throws.
 */
export function setFrontAside(file: string): void {
  renameSync(file, `${file}.unfit`)
}

export const follows = (before: Pick<RawRow, 'seq' | 'hash'>, row: RawRow): boolean =>
  row.seq === before.seq + 1 && hashOf(before.hash, row.body) === row.hash

function rowIn(line: string): RawRow | null {
  const hash = line.slice(0, HASH_LENGTH)
  const body = line.slice(HASH_LENGTH + 1)
  const seq = numberIn(body)
  return seq !== null && line[HASH_LENGTH] === ' ' && /^[0-9a-f]{64}$/.test(hash)
    ? { seq, body, hash }
    : null
}

/**
 * Made aside and renamed, so that there is never a half-made one; its name is durable before a row
 * relies on it.
 */
function make(file: string): void {
  const aside = `${file}.new`
  try {
    const fd = openSync(aside, 'w', 0o600)
    try {
      writeWhole(fd, Buffer.alloc(SIZE), 0)
      fsyncSync(fd)
    } finally {
      closeSync(fd)
    }
    renameSync(aside, file)
  } catch (error) {
    // On a full disk it would be in the way of those that need the room.
    rmSync(aside, { force: true })
    throw error
  }
  flushFolder(dirname(file))
}

function writeWhole(fd: number, bytes: Buffer, place: number): void {
  const written = writeSync(fd, bytes, 0, bytes.length, place)
  if (written !== bytes.length)
    throw new Error(`only ${written} of ${bytes.length} bytes were written`)
}
