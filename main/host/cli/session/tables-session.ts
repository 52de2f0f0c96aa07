// What a table alone can answer, of a Gatehouse that is not running: read in place, with nothing
// composed and nothing written. Whatever else is asked composes the whole.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { isOver } from '../../../../contract/approval/is-over.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Input, IpcChannel, Output } from '../../../../contract/ipc/ipc.ts'
import { ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { AtRest } from '../../../secrets/at-rest.ts'
import type { WriteDb } from '../../../store/database.ts'
import { lockOwner } from '../../lock.ts'
import type { CliContext } from '../cli-context.ts'
import type { Session } from './session.ts'

type Whole = () => Promise<Result<Session, Failure>>

/**
 * Null where only the whole can answer: another process has the home, the database has another
 * shape, or a passphrase is there to open the credentials, which have to be hidden in what is shown.
 */
export async function tablesSession(
  context: CliContext,
  paths: AppPaths,
  whole: Whole,
): Promise<Session | null> {
  if ((context.env['GATEHOUSE_PASSPHRASE'] ?? '') !== '') return null
  if ((await lockOwner(paths.lockFile)) !== null) return null
  let composed: Promise<Result<Session, Failure>> | null = null
  return {
    kind: 'own',
    async call(channel, input) {
      const answer = composed === null ? await fromTable(context, paths, channel, input) : null
      // The table of answers pairs each channel with its output; the compiler cannot follow the
      // index.
      if (answer !== null) return answer as Result<Output<typeof channel>, Failure>
      composed ??= whole()
      const session = await composed
      return session.ok ? session.value.call(channel, input) : session
    },
    async subscribe(listener) {
      composed ??= whole()
      const session = await composed
      return session.ok ? session.value.subscribe(listener) : session
    },
    async close() {
      const session = await composed
      if (session?.ok === true) await session.value.close()
    },
  }
}

async function fromTable(
  context: CliContext,
  paths: AppPaths,
  channel: IpcChannel,
  input: unknown,
): Promise<Result<unknown, Failure> | null> {
  if (channel === 'app.running') return running(context, paths)
  if (channel === 'runs.list') return runs(paths, input as Input<'runs.list'>)
  if (channel === 'leases.list') return leases(context, paths, input as Input<'leases.list'>)
  if (channel === 'approvals.list')
    return approvals(context, paths, input as Input<'approvals.list'>)
  return null
}

/** Where the journal ends otherwise than its head says, the whole finds out what was done to it. */
async function running({ version }: CliContext, paths: AppPaths) {
  const { configFile } = paths
  const read = await reading(paths, () => null, null)
  return read === null ? null : ok({ version, host: 'cli', configFile, journalBroken: null })
}

async function runs(paths: AppPaths, { before, limit, agent }: Input<'runs.list'>) {
  const { runsTable } = await import('../../../store/tables/runs-table.ts')
  const read = await reading(paths, ({ db }) => runsTable(db).list(before, limit, agent), [])
  return read === null ? null : ok(read.value)
}

async function leases(context: CliContext, paths: AppPaths, { all }: Input<'leases.list'>) {
  const { leasesTable } = await import('../../../store/tables/leases-table.ts')
  const read = await reading(paths, ({ db, atRest }) => leasesTable(db, atRest).list(), [])
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

const atThisHour = (approval: Approval): Approval =>
  approval.state === 'pending' && approval.expiresAt <= Date.now()
    ? { ...approval, state: 'expired' }
    : approval

async function redactor({ env }: CliContext) {
  const { openRedactor } = await import('../../../secrets/redact/redactor.ts')
  const { environmentSecrets } = await import('../../../secrets/redact/environment.ts')
  const known = environmentSecrets(env)
  return openRedactor({ known: () => known })
}

/** Null where the database or the key of its sealed texts cannot be used as they are. */
async function reading<T>(
  { databaseFile, dataDir, headFile }: AppPaths,
  read: (on: { readonly db: WriteDb; readonly atRest: AtRest }) => T,
  nothing: T,
): Promise<{ readonly value: T } | null> {
  if (!existsSync(databaseFile)) return { value: nothing }
  const keyFile = join(dataDir, 'approvals.key')
  if (!existsSync(keyFile)) return null
  const { openTablesReader } = await import('../../../store/reader.ts')
  const { openAtRest } = await import('../../../secrets/at-rest.ts')
  const { readHead } = await import('../../../journal/chain-head.ts')
  const { tailFits } = await import('../../../store/journal/tail-fits.ts')
  const atRest = openAtRest(keyFile, true)
  if (!atRest.ok) return null
  // A file that is no database, or a damaged one: the whole says what is wrong, and what to do.
  const opened = await openTablesReader(databaseFile).catch(() => null)
  if (opened === null) return null
  try {
    const head = readHead(headFile)
    if (head.kind === 'unreadable') return null
    if (!tailFits(opened.db, head.kind === 'head' ? head.head : null)) return null
    return { value: read({ db: opened.db, atRest: atRest.value }) }
  } catch {
    return null
  } finally {
    opened.close()
  }
}
