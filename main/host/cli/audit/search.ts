// `gatehouse audit search QUERY`.
import { failure } from '../../../../contract/failure.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { parseQuery } from '../../../../contract/journal/journal-query.ts'
import type { QueryFault } from '../../../../contract/journal/journal-query.ts'
import { badCount, countOf } from './audit.ts'
import { printJson } from '../command.ts'
import { withCategory } from './with-category.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { entryText } from '../output/entry-text.ts'
import { exit } from '../exit.ts'
import { breathe, withProgress } from '../output/progress.ts'
import { fromRunningOr } from '../session/from-running.ts'
import { foundRows } from './found-rows.ts'
import type { FoundRows } from './found-rows.ts'
import { findOnDisk } from './journal-on-disk.ts'
import { clock, columns, visible } from '../output/show.ts'

/** Nobody else waits for an app that is only looking. */
const aloneMs = 1_000

export const auditSearch: Command = {
  name: 'audit search',
  operands: ['[QUERY …]'],
  options: ['number'],
  usage: '[-n N]',
  summary: `Search the journal, such as 'tool:exec decision:deny after:7d "free text"'  (shows the last 20 rows, or N)`,
  async run(call) {
    const { context, json, options, operands } = call
    const wanted = countOf(options.get('number') ?? '20')
    if (wanted === null) {
      const hint = 'Such as: gatehouse audit search -n 50 tool:exec'
      return complain(context, badCount(hint), json)
    }
    const line = operands.join(' ')
    const query = parseQuery(line, Date.now())
    if (!query.ok) return complainOfQuery(call, line, query.error)
    const found = await withProgress(
      call,
      () => 'Reading the journal …',
      fromRunningOr(
        call,
        (connection) => foundRows(connection, line, wanted),
        () =>
          findOnDisk(call.paths, async (on): Promise<FoundRows> => {
            if (on === null) return { rows: [], more: false }
            const rows: JournalRow[] = []
            for (let before: number | undefined; ;) {
              const page = on.finder.page(query.value, { before }, wanted - rows.length, aloneMs)
              rows.push(...page.rows)
              if (page.next === null || rows.length >= wanted)
                return { rows, more: page.next !== null }
              before = page.next
              await breathe()
            }
          }),
      ),
    )
    if (!found.ok) return complain(context, found.error, json)
    const rows = found.value.rows.toReversed()
    if (json) printJson(context, { rows: rows.map(withCategory), more: found.value.more })
    else
      context.out(
        columns(
          rows.map(({ seq, at, entry }) => [String(seq), clock(at), entry.kind, entryText(entry)]),
        ),
      )
    return exit.done
  },
}

/** Shows where in the query it is. */
const AROUND = 100

export function complainOfQuery(
  { context, json }: Call,
  line: string,
  { text, hint, from, to }: QueryFault,
): number {
  if (!json) {
    // A long line is shown around its fault.
    const start = Math.max(0, from - AROUND)
    const end = Math.min(to, from + AROUND)
    context.note(
      `${visible(line.slice(start, end + AROUND))}\n${' '.repeat(visible(line.slice(start, from)).length)}${'^'.repeat(Math.max(1, end - from))}\n`,
    )
  }
  return complain(context, failure('query.wrong', text, hint), json)
}
