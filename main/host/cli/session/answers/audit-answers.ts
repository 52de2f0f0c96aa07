// How often people were asked, where no Gatehouse runs: of a copy of the journal, and of the approvals.
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { noteUntested } from '../note-untested.ts'
import { reading } from '../read-tables.ts'

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
  const answer = await attentionAtRest(found.value, read.value, paths, context.env)
  if (answer === null) return null
  if (answer.untested) noteUntested(context)
  return ok(answer.attention)
}

/** A file beside the program. */
async function verifier() {
  const { verifierText } = await import('../../../../journal/receipts/load-verifier.ts')
  return ok({ text: verifierText() })
}

export const auditAnswers: AnswersAtRest = {
  'audit.attention': attention,
  'audit.verifier': verifier,
}
