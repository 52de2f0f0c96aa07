// `gatehouse audit tail|verify`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { JournalRow, Verification } from '../../../../contract/journal/journal.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { entryText } from '../output/entry-text.ts'
import { printJson } from '../command.ts'
import { withCategory } from './with-category.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { withProgress } from '../output/progress.ts'
import { fromRunningOr } from '../session/from-running.ts'
import { exit } from '../exit.ts'
import type { CliConnection } from '../../client-connection.ts'
import { clock, columns, paint, visible } from '../output/show.ts'
import { tailOnDisk, verifyOnDisk } from './journal-on-disk.ts'
import type { Tail } from './journal-on-disk.ts'

const mostRows = 100_000
const pageRows = 200

export const auditTail: Command = {
  name: 'audit tail',
  operands: [],
  options: ['number'],
  usage: '[-n N]',
  summary: 'Show the last 20 rows of the journal, or N',
  run: (call) => {
    const { context, json, options } = call
    const wanted = countOf(options.get('number') ?? '20')
    if (wanted === null) {
      return Promise.resolve(
        complain(context, badCount('Such as: gatehouse audit tail -n 50'), json),
      )
    }
    return tail(call, wanted)
  },
}

async function tail(call: Call, wanted: number): Promise<number> {
  const { context, json } = call
  const found = await fromRunningOr(
    call,
    (connection) => lastRows(connection, wanted),
    () => tailOnDisk(call.paths, wanted),
  )
  if (!found.ok) return complain(context, found.error, json)
  const rows = found.value.rows.toReversed()
  if (json) printJson(context, { rows: rows.map(withCategory), total: found.value.total })
  else
    context.out(
      columns(
        rows.map(({ seq, at, entry }) => [String(seq), clock(at), entry.kind, entryText(entry)]),
      ),
    )
  return exit.done
}

async function lastRows(connection: CliConnection, wanted: number): Promise<Result<Tail, Failure>> {
  const rows: JournalRow[] = []
  let total = 0
  while (rows.length < wanted) {
    const last = rows.at(-1)
    const limit = Math.min(pageRows, wanted - rows.length)
    const page = await connection.call('audit.page', {
      ...(last === undefined ? {} : { before: last.seq }),
      limit,
      filter: {},
    })
    if (!page.ok) return page
    total = page.value.total
    rows.push(...page.value.rows)
    if (page.value.rows.length < limit) break
  }
  return ok({ rows, total })
}

export const countOf = (text: string): number | null =>
  /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= mostRows ? Number(text) : null

/** Of `-n` with a value that `countOf` does not take. */
export const badCount = (hint: string): Failure =>
  failure('usage', `-n needs a whole number from 1 to ${mostRows}.`, hint)

export const auditVerify: Command = {
  name: 'audit verify',
  operands: [],
  options: [],
  usage: '',
  summary: 'Verify that no journal row was changed, removed, inserted or cut off',
  async run(call) {
    const { context, json } = call
    const verified = await fromRunningOr(
      call,
      (connection) =>
        withProgress(call, () => checkedSoFar(connection), connection.call('audit.verify', {})),
      () => withProgress(call, () => 'Verifying the journal …', verifyOnDisk(call.paths)),
    )
    if (!verified.ok) return complain(context, verified.error, json)
    const found = verified.value
    if (json) printJson(context, found)
    else context.out(verdict(found, context.color))
    return found.kind === 'intact' ? exit.done : exit.failed
  },
}

async function checkedSoFar(connection: CliConnection): Promise<string> {
  const check = await connection.call('audit.check', { start: false })
  const running = check.ok ? check.value.running : null
  return running === null
    ? 'Verifying the journal …'
    : `Verifying the journal: ${running.done} of ${running.of} rows …`
}

function verdict(found: Verification, color: boolean): string {
  const { green, red } = paint(color)
  const took = `${found.rows} rows checked in ${Math.round(found.durationMs)} ms.`
  if (found.kind === 'broken')
    return `${red('Broken')} at row ${found.seq} (${found.fault}): ${visible(found.text)}\n${took}\n`
  return `${green('Intact.')} ${took}\nHead: row ${found.headSeq}, ${found.headHash}\n`
}
