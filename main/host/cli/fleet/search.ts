// `gatehouse fleet search QUERY`: rows of all machines, from the shared database.
import { parseFleetQuery } from '../../../../contract/fleet/fleet-query.ts'
import type { FleetPage, FleetPosition, FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import { badCount, countOf } from '../audit/audit.ts'
import { complainOfQuery } from '../audit/search.ts'
import { printJson, type Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { entryText } from '../output/entry-text.ts'
import { clock, columns } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

const PAGE_ROWS = 100

export const fleetSearch: Command = {
  name: 'fleet search',
  operands: ['[QUERY …]'],
  options: ['number'],
  usage: '[-n N]',
  summary: `Search the rows of all machines, such as 'machine:ada-laptop tool:exec after:7d'  (shows the last 20 rows, or N)`,
  async run(call) {
    const { context, json, options, operands } = call
    const wanted = countOf(options.get('number') ?? '20')
    if (wanted === null)
      return complain(context, badCount('Such as: gatehouse fleet search -n 50 tool:exec'), json)
    const line = operands.join(' ')
    const query = parseFleetQuery(line, Date.now())
    if (!query.ok) return complainOfQuery(call, line, query.error)
    return withSession(call, async (session) => {
      const rows: FleetRow[] = []
      let before: FleetPosition | null = null
      do {
        const limit = Math.min(PAGE_ROWS, wanted - rows.length)
        const page = await session.call('fleet.search', { query: line, before, limit, asker: null })
        if (!page.ok) return complain(context, page.error, json)
        const found: FleetPage = page.value
        rows.push(...found.rows)
        before = found.next
      } while (before !== null && rows.length < wanted)
      const inOrder = rows.toReversed()
      if (json) printJson(context, { rows: inOrder, more: before !== null })
      else
        context.out(
          columns(
            inOrder.map(({ machine, seq, at, entry }) => [
              machine,
              String(seq),
              clock(at),
              entry.kind,
              entryText(entry),
            ]),
          ),
        )
      return exit.done
    })
  },
}
