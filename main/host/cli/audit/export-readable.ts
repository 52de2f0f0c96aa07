// `gatehouse audit export --readable`: the rows of a damaged journal that can be read, straight
// from the file.
import { GENESIS } from '../../../journal/chain.ts'
import { readHead } from '../../../journal/chain-head.ts'
import type { RawRow } from '../../../store/journal/rows-after.ts'
import { lastReadable, readableRows } from '../../../store/journal/readable-rows.ts'
import { openReader } from '../../../store/reader.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { readEarlierRows } from '../../../journal/earlier-rows.ts'

/**
 * JSON lines as of an ordinary export; `prev` is null where the row before cannot be read. Exit 1
 * when some could not be.
 */
export async function exportReadable({ context, paths, json }: Call): Promise<number> {
  const head = readHead(paths.headFile)
  const hint = head.kind === 'head' ? head.head.seq : 0
  let before: RawRow | null = null
  let count = 0
  const write = (row: RawRow): void => {
    const prev = row.seq === 1 ? GENESIS : before?.seq === row.seq - 1 ? before.hash : null
    context.out(lineOf(row, prev))
    before = row
    count++
  }
  const unread: (readonly [number, number])[] = []
  try {
    const db = await openReader(paths.databaseFile)
    try {
      const last = lastReadable(db, hint)
      const found = readableRows(db, 1, last)
      for (const row of found.rows) write(row)
      unread.push(...found.unread())
      const earlier = readEarlierRows(paths.earlierRowsFile).filter(({ seq }) => seq > last)
      for (const row of earlier) write(row)
      const end = earlier.at(-1)?.seq ?? last
      if (hint > end) unread.push([end + 1, hint])
    } finally {
      db.close()
    }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return complain(
      context,
      failure(
        'audit.unreadable',
        `No journal row can be read: ${why}.`,
        'Restore a backup: gatehouse restore',
      ),
      json,
    )
  }
  if (unread.length === 0) return exit.done
  const ranges = unread
    .map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`))
    .join(', ')
  context.note(
    `gatehouse: ${count === 1 ? '1 row is' : `${count} rows are`} readable. Not readable: ${ranges}.\n`,
  )
  return exit.failed
}

function lineOf({ seq, body, hash }: RawRow, prev: string | null): string {
  try {
    const { at, entry } = JSON.parse(body) as { at: unknown; entry: unknown }
    return `${JSON.stringify({ at, entry, hash, prev, seq })}\n`
  } catch {
    return `${JSON.stringify({ body, hash, prev, seq })}\n`
  }
}
