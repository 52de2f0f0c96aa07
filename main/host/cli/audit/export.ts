// `gatehouse audit export --format FORMAT [QUERY]`: to standard output, a piece at a time.
import { ExportFormat } from '../../../../contract/journal/audit.ts'
import type { ExportPiece } from '../../../../contract/journal/audit.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { parseQuery } from '../../../../contract/journal/journal-query.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { complainOfQuery } from './search.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withProgress } from '../output/progress.ts'
import { fromRunningOr } from '../session/from-running.ts'
import { withQueries } from '../session/with-session.ts'
import { findOnDisk } from './journal-on-disk.ts'
import { readRedact } from './redact-fields.ts'

export const auditExport: Command = {
  name: 'audit export',
  operands: ['[QUERY …]'],
  options: ['format', 'redact', 'readable'],
  usage: '[--format jsonl|csv|otel|proof [--redact FIELDS]] [--readable]',
  summary:
    'Export matching rows, oldest first, as JSON lines (also with --json), CSV, OpenTelemetry spans, or signed (proof, where --redact hides fields); --readable exports the readable rows of a damaged journal',
  async run(call) {
    const { context, json, options, operands, paths } = call
    if (options.has('readable')) return (await import('./export-readable.ts')).exportReadable(call)
    const format = ExportFormat.safeParse(options.get('format') ?? 'jsonl')
    if (!format.success) {
      const text = `There is no format "${options.get('format') ?? ''}".`
      return complain(
        context,
        failure('usage', text, `Formats: ${ExportFormat.options.join(', ')}.`),
        json,
      )
    }
    const redact = readRedact(options.get('redact'))
    if (!redact.ok) return complain(context, redact.error, json)
    if (redact.value.length > 0 && format.data !== 'proof')
      return complain(
        context,
        failure('usage', 'Only an export with proof can hide fields.', 'Add --format proof.'),
        json,
      )
    const line = operands.join(' ')
    const query = parseQuery(line, Date.now())
    if (!query.ok) return complainOfQuery(call, line, query.error)
    /** Writes piece after piece. Within one export the upper end stays where it was. */
    const writeAll = async (
      piece: (from: From) => Promise<Result<ExportPiece, Failure>>,
    ): Promise<Result<null, Failure>> => {
      for (let from: From = {}; ;) {
        const got = await piece(from)
        if (!got.ok) return got
        context.out(got.value.text)
        if (got.value.next === null) return ok(null)
        from = { after: got.value.next, until: got.value.seq, asOf: got.value.asOf }
      }
    }
    const plain = format.data
    if (plain === 'proof')
      return withQueries(call, async (session) => {
        const done = await writeAll((from) =>
          session.call('audit.export', {
            format: plain,
            query: line,
            redact: [...redact.value],
            ...from,
          }),
        )
        return done.ok ? exit.done : complain(context, done.error, json)
      })
    const exporting = fromRunningOr(
      call,
      (connection) =>
        writeAll((from) =>
          connection.call('audit.export', { format: plain, query: line, ...from }),
        ),
      async () => {
        const found = await findOnDisk(paths, async (on) => {
          if (on === null) return ok(null)
          const { exportPiece } = await import('../../../journal/export.ts')
          const deps = {
            ...on.finder,
            ofCall: on.table.ofCall,
            newest: () => on.table.last()?.seq ?? 0,
            version: context.version,
          }
          return writeAll(async (from) =>
            ok(exportPiece({ format: plain, query: query.value, ...from }, deps)),
          )
        })
        return found === null || !found.ok ? found : found.value
      },
    )
    // On a terminal the rows themselves show that it goes on.
    const done = await (context.columns === undefined
      ? withProgress(call, () => 'Exporting …', exporting)
      : exporting)
    return done.ok ? exit.done : complain(context, done.error, json)
  },
}

type From = {
  readonly after?: number
  readonly until?: number
  readonly asOf?: number | undefined
}
