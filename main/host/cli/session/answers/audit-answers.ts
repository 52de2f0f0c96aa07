// What is asked of the journal where no Gatehouse runs: of its rows, and how often people were asked, of a
// copy of them and of the approvals.
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { noteUntested } from '../note-untested.ts'
import { reading } from '../read-tables.ts'
import { storedFromOutside } from '../stored-from-outside.ts'

async function attention(
  context: CliContext,
  paths: AppPaths,
  { hours }: Input<'audit.attention'>,
) {
  const { answeredAtRest, attentionAtRest, sumsAtRest } =
    await import('../../../../wiring/at-rest/attention-at-rest.ts')
  const { findOnDisk } = await import('../../audit/journal-on-disk.ts')
  const found = await findOnDisk(paths, (on) => sumsAtRest(on?.finder ?? null, hours))
  // What is wrong with the journal, the whole says.
  if (found === null || !found.ok) return null
  const { approvalsTable } = await import('../../../../store/tables/approvals-table.ts')
  const read = await reading(
    paths,
    ({ db, atRest }) => answeredAtRest(approvalsTable(db, atRest), found.value),
    [],
  )
  if (read === null) return null
  const answer = await attentionAtRest(found.value, read.value, paths, storedFromOutside(paths))
  if (answer === null) return null
  if (answer.untested) noteUntested(context)
  return ok(answer.attention)
}

/** What one answer may take, as that of a running one. */
const PAGE_MS = 25

async function search(
  _context: CliContext,
  paths: AppPaths,
  { query: line, before, after, limit }: Input<'audit.search'>,
) {
  const { parseQuery } = await import('../../../../../contract/journal/journal-query.ts')
  const { findWithoutCopy } = await import('../../audit/find-without-copy.ts')
  const query = parseQuery(line, Date.now())
  if (!query.ok) return null
  return findWithoutCopy(paths, async ({ finder, table }) => {
    const page = finder.page(query.value, { before, after }, limit, PAGE_MS)
    return ok({ ...page, rows: [...page.rows], newest: table.last()?.seq ?? 0 })
  })
}

export const auditAnswers: AnswersAtRest = {
  'audit.attention': attention,
  'audit.search': search,
}
