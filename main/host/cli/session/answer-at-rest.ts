// Answers of a Gatehouse that is not running, from a table or the configuration: each loads what it
// needs and nothing else.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { isOver } from '../../../../contract/approval/is-over.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Input, IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { CliContext } from '../cli-context.ts'
import type { AnswersAtRest } from './answers-at-rest.ts'
import { agentAnswers } from './answers/agent-answers.ts'
import { auditAnswers } from './answers/audit-answers.ts'
import { eventAnswers } from './answers/event-answers.ts'
import { jobAnswers } from './answers/job-answers.ts'
import { organisationAnswers } from './answers/organisation-answers.ts'
import { policyAnswers } from './answers/policy-answers.ts'
import { reading } from './read-tables.ts'
import { receiptAnswers } from './answers/receipt-answers.ts'
import { runAnswers } from './answers/run-answers.ts'
import { secretAnswers } from './answers/secret-answers.ts'
import { serverAnswers } from './answers/server-answers.ts'
import { storedFromOutside } from './stored-from-outside.ts'
import { toolAnswers } from './answers/tool-answers.ts'

/** Null where only the whole can answer. */
export async function answerAtRest(
  context: CliContext,
  paths: AppPaths,
  channel: IpcChannel,
  input: unknown,
  only?: string,
): Promise<Result<unknown, Failure> | null> {
  const answer = answers[channel]
  // The table pairs each channel with its input; the compiler cannot follow the index.
  return answer === undefined ? null : await answer(context, paths, input as never, only)
}

/** Where the journal ends otherwise than its head says, the whole finds out what was done to it. */
async function running({ version }: CliContext, paths: AppPaths) {
  const { configFile } = paths
  const read = await reading(paths, () => null, null)
  return read === null ? null : ok({ version, host: 'cli', configFile, journalBroken: null })
}

async function leases(context: CliContext, paths: AppPaths, { all }: Input<'leases.list'>) {
  const { leasesAtRest } = await import('./answers/leases-at-rest.ts')
  const read = await reading(paths, (on) => leasesAtRest(on).list(), [])
  if (read === null) return null
  const listed = read.value.filter((lease) => all || !isOver(lease, Date.now()))
  return ok(listed.length === 0 ? listed : (await redactor(context)).facts([...listed]))
}

async function approvals(
  context: CliContext,
  paths: AppPaths,
  { states, before, limit }: Input<'approvals.list'>,
) {
  const { approvalsTable } = await import('../../../store/tables/approvals-table.ts')
  // Read with the pending ones, for some of them are expired by now and the next start says so.
  const wanted = states.includes('expired') ? [...states, 'pending' as const] : states
  const read = await reading(
    paths,
    ({ db, atRest }) => approvalsTable(db, atRest).list(wanted, before, limit),
    [],
  )
  if (read === null) return null
  const listed = read.value.map(atThisHour).filter(({ state }) => states.includes(state))
  if (listed.length === 0) return ok(listed)
  const { shownApproval } = await import('../../../secrets/redact/shown-approval.ts')
  return ok(listed.map(shownApproval(await redactor(context))))
}

const atThisHour = (stored: Approval): Approval =>
  stored.state === 'pending' && stored.expiresAt <= Date.now()
    ? { ...stored, state: 'expired' }
    : stored

async function redactor({ env }: CliContext) {
  const { openRedactor } = await import('../../../secrets/redact/redactor.ts')
  const { environmentSecrets } = await import('../../../secrets/redact/environment.ts')
  const known = environmentSecrets(env)
  return openRedactor({ known: () => known })
}

/** Of those that are over only by their time, the next start says so. */
async function approval(context: CliContext, paths: AppPaths, { id }: Input<'approvals.get'>) {
  const { approvalsTable } = await import('../../../store/tables/approvals-table.ts')
  const read = await reading(paths, ({ db, atRest }) => approvalsTable(db, atRest).get(id), null)
  if (read === null) return null
  if (read.value === null) return err(failure('approval.unknown', `There is no approval ${id}.`))
  const { shownApproval } = await import('../../../secrets/redact/shown-approval.ts')
  return ok(shownApproval(await redactor(context))(atThisHour(read.value)))
}

async function plugins({ env }: CliContext, paths: AppPaths) {
  const { pluginsAtRest } = await import('../../../wiring/at-rest/plugins-at-rest.ts')
  const list = await pluginsAtRest(paths, env, storedFromOutside(paths))
  return list === null ? null : ok(list)
}

/** Where the database cannot be used as it is, a whole says so first. */
async function pluginCheck(
  _context: CliContext,
  paths: AppPaths,
  { file }: Input<'plugins.check'>,
) {
  if ((await reading(paths, () => null, null)) === null) return null
  const { pluginCheckAtRest } = await import('../../../wiring/at-rest/plugins-at-rest.ts')
  const checked = await pluginCheckAtRest(paths, file)
  return checked === null ? null : ok(checked)
}

async function undoPreview(
  { env }: CliContext,
  paths: AppPaths,
  { callId }: Input<'undo.preview'>,
) {
  const { checkpointsTable } = await import('../../../store/tables/checkpoints-table.ts')
  const read = await reading(paths, ({ db }) => checkpointsTable(db).get(callId), null)
  if (read === null) return null
  const { undoAtRest } = await import('../../../wiring/at-rest/undo-at-rest.ts')
  return undoAtRest(callId, read.value, paths, env)
}

const answers: AnswersAtRest = {
  ...agentAnswers,
  ...auditAnswers,
  ...eventAnswers,
  ...jobAnswers,
  ...organisationAnswers,
  ...policyAnswers,
  ...receiptAnswers,
  ...runAnswers,
  ...secretAnswers,
  ...serverAnswers,
  ...toolAnswers,
  'app.running': running,
  'approvals.get': approval,
  'approvals.list': approvals,
  'leases.list': leases,
  'plugins.check': pluginCheck,
  'plugins.list': plugins,
  'undo.preview': undoPreview,
}
