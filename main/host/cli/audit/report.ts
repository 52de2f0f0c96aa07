// `gatehouse audit report`: calls as a person reads them, one block each: who made which call, what was
// decided and why, who decided, and how it ended.
import type { Failure } from '../../../../contract/failure.ts'
import type { CallId } from '../../../../contract/ids.ts'
import type { CallSummary } from '../../../../contract/journal/call-summary.ts'
import type { JournalRow } from '../../../../contract/journal/journal.ts'
import { parseQuery } from '../../../../contract/journal/journal-query.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { callSummary } from '../../../journal/call-summary.ts'
import { touchText } from '../output/touch-text.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { withProgress } from '../output/progress.ts'
import { clock, paint, visible } from '../output/show.ts'
import type { Paint } from '../output/show.ts'
import { fromRunningOr } from '../session/from-running.ts'
import type { CliConnection } from '../../client-connection.ts'
import { badCount, countOf } from './audit.ts'
import { findOnDisk } from './journal-on-disk.ts'
import { complainOfQuery } from './search.ts'

const PAGE = 200
/** Nobody else waits for what only looks. */
const ALONE_MS = 1_000

export const auditReport: Command = {
  name: 'audit report',
  operands: ['[QUERY …]'],
  options: ['number'],
  usage: '[-n N]',
  summary:
    "Report the last 20 calls, or N, that a query finds, newest first: 'call:call_…', 'after:7d before:1d', 'decision:deny'. Each with its decision, its answer and its end",
  async run(call) {
    const { context, json, options, operands, paths } = call
    const wanted = countOf(options.get('number') ?? '20')
    if (wanted === null)
      return complain(context, badCount('Such as: gatehouse audit report -n 50 tool:exec'), json)
    const line = operands.join(' ')
    const query = parseQuery(line, Date.now())
    if (!query.ok) return complainOfQuery(call, line, query.error)
    const found = await withProgress(
      call,
      () => 'Reading the journal …',
      fromRunningOr(
        call,
        (connection) => fromRunning(connection, line, wanted),
        async () => {
          const read = await findOnDisk(paths, (on) =>
            on === null
              ? ok([])
              : collect(
                  wanted,
                  async (before) => ok(on.finder.page(query.value, { before }, PAGE, ALONE_MS)),
                  async (id) => ok(on.table.ofCall(id)),
                ),
          )
          return read === null || !read.ok ? read : read.value
        },
      ),
    )
    if (!found.ok) return complain(context, found.error, json)
    if (json) printJson(context, { calls: found.value })
    else if (found.value.length === 0) context.out('No calls.\n')
    else context.out(found.value.map((one) => callText(one, paint(context.color))).join('\n'))
    return exit.done
  },
}

const fromRunning = (connection: CliConnection, query: string, wanted: number) =>
  collect(
    wanted,
    (before) =>
      connection.call('audit.search', {
        query,
        limit: PAGE,
        ...(before === undefined ? {} : { before }),
      }),
    async (callId) => {
      const found = await connection.call('audit.call', { callId })
      return found.ok ? ok(found.value.rows) : found
    },
  )

type Page = { readonly rows: readonly JournalRow[]; readonly next: number | null }

/** Calls in the order of their newest row that was found, each once and whole. */
async function collect(
  wanted: number,
  page: (before: number | undefined) => Promise<Result<Page, Failure>>,
  rowsOf: (id: CallId) => Promise<Result<readonly JournalRow[], Failure>>,
): Promise<Result<readonly CallSummary[], Failure>> {
  const calls = new Map<CallId, CallSummary>()
  for (let before: number | undefined; ;) {
    const found = await page(before)
    if (!found.ok) return found
    for (const { entry } of found.value.rows) {
      if (!('callId' in entry) || calls.has(entry.callId)) continue
      const rows = await rowsOf(entry.callId)
      if (!rows.ok) return rows
      const one = callSummary(entry.callId, rows.value)
      if (one !== null) calls.set(entry.callId, one)
      if (calls.size >= wanted) return ok([...calls.values()])
    }
    if (found.value.next === null) return ok([...calls.values()])
    before = found.value.next
  }
}

function callText(one: CallSummary, { bold, dim, green, red, yellow }: Paint): string {
  const { decision, principal, surface, status, route, error, args } = one
  const tone = { allow: green, confirm: yellow, deny: red }
  return [
    `${bold(visible(one.tool))}  ${clock(one.at)}  ${dim(one.callId)}`,
    ...(principal === null
      ? []
      : [
          `  requested by ${visible(principal.name)} (${principal.kind}${one.channel === null ? '' : `, ${one.channel}`})${one.runId === null ? '' : ` in ${one.runId}`}`,
        ]),
    ...(Object.keys(args).length === 0 ? [] : [`  with ${visible(JSON.stringify(args))}`]),
    ...(decision === null
      ? []
      : [
          `  ${tone[decision.effect](decision.effect)} ${decision.tier}, by ${decision.by.kind} ${visible(decision.by.id)}`,
          ...decision.reasons.map(({ text }) => `    - ${visible(text)}`),
          ...decision.touches.map((touch) => `    touches: ${touchText(touch)}`),
        ]),
    `  ${status ?? 'not ended'}${route === null ? '' : ` (${route}${surface === null ? '' : `, ${surface}`})`}${one.durationMs === 0 ? '' : ` in ${Math.round(one.durationMs)} ms`}${one.exitCode === null ? '' : `, exit ${one.exitCode}`}${error === null ? '' : `: ${visible(error.text)}`}`,
    '',
  ].join('\n')
}
