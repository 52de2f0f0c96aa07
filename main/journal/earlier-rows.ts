// Rows that an earlier version of Gatehouse left in a file beside the database: it kept the newest
// ones there before the database had them, so a kill of that version, or a power cut, may have left
// some. They are taken over once, at a start; nothing is written into such a file any more.
//
// A row is a line, its hash and its body. No length and no check sum say where the rows end: they
// count as far as each follows from the one before it, and only those after the database's last.
import { closeSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { flushFolder } from '../disk/flush-folder.ts'
import { follows, numberIn, type RawRow } from './chain.ts'
import type { RowsTable } from './rows-table.ts'

const HASH_LENGTH = 64
/** Rows in one transaction. */
const PIECE = 256

/**
 * Gives the database what it does not have yet, durably, and removes the file. Rows that do not
 * follow from the database's are kept under another name: the check of the chain reports that rows
 * are missing. Throws when the file cannot be read, or the database cannot take the rows.
 */
export function takeOverEarlierRows(table: RowsTable, file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return
  const found = readEarlierRows(file)
  for (let rows = missing(table, found); rows.length > 0; rows = missing(table, found)) {
    if (!follows(table.last() ?? START, rows[0])) {
      renameSync(file, `${file}.unfit`)
      return flushFolder(dirname(file))
    }
    const outcome = table.append(rows.slice(0, PIECE))
    if (outcome.kind === 'done') continue
    // Another process has found the same rows: what is left of them is looked at again.
    if (outcome.kind === 'taken' && missing(table, found).length < rows.length) continue
    throw new Error(
      outcome.kind === 'failed'
        ? outcome.failure.text.replace(/\.$/, '')
        : 'another program holds the database',
    )
  }
  rmSync(file, { force: true })
  flushFolder(dirname(file))
}

/**
 * The rows from its beginning as far as each follows from the one before; none where there is no
 * file. Throws when it cannot be read.
 */
export function readEarlierRows(file: string): RawRow[] {
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

/** What the first row of all follows. */
const START = { seq: 0, hash: '' }

const missing = (table: RowsTable, found: readonly RawRow[]): readonly RawRow[] => {
  const last = table.last()?.seq ?? 0
  return found.filter(({ seq }) => seq > last)
}

/** After an orderly end it is, and a start need not read all of it. */
function isBlank(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return true
  const fd = openSync(file, 'r')
  try {
    const first = Buffer.alloc(1)
    return readSync(fd, first, 0, 1, 0) === 0 || first[0] === 0
  } finally {
    closeSync(fd)
  }
}

function rowIn(line: string): RawRow | null {
  const hash = line.slice(0, HASH_LENGTH)
  const body = line.slice(HASH_LENGTH + 1)
  const seq = numberIn(body)
  return seq !== null && line[HASH_LENGTH] === ' ' && /^[0-9a-f]{64}$/.test(hash)
    ? { seq, body, hash }
    : null
}
