// Jobs and their runs where no Gatehouse runs: their tables, and the files of the agents that they are for.
import { existsSync } from 'node:fs'
import { failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { StoredOfJobs } from '../../../../wiring/at-rest/jobs-at-rest.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { answering, reading } from '../read-tables.ts'
import type { OnDisk } from '../tables-on-disk.ts'

/** Most homes have no job, and then nothing else is read. */
async function jobs(_context: CliContext, paths: AppPaths) {
  const { schedulesTable } = await import('../../../../store/tables/schedules-table.ts')
  const read = await reading(
    paths,
    ({ db }) => {
      const table = schedulesTable(db)
      return table.list().length === 0 ? [] : listed(db, table, paths)
    },
    [],
  )
  return read === null || read.value === null ? null : ok(read.value)
}

/** Null where the configuration has a fault. */
async function listed(db: OnDisk['db'], table: StoredOfJobs['table'], paths: AppPaths) {
  const { webhooksTable } = await import('../../../../store/tables/webhooks-table.ts')
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  const { stoppedTable } = await import('../../../../store/tables/stopped-table.ts')
  const { jobsAtRest } = await import('../../../../wiring/at-rest/jobs-at-rest.ts')
  const hooks = webhooksTable(db)
  const events = inboundEventsTable(db)
  const stored: StoredOfJobs = {
    table,
    sources: () => [
      ...hooks.list().map(({ name }) => name),
      ...events.counts().map(({ source }) => source),
    ],
    stopped: stoppedTable(db).get,
  }
  if ((await isUnset(paths, 'organisation')) && !existsSync(paths.agentsDir))
    return jobsAtRest(stored)
  const { configAtRest } = await import('../../../../wiring/at-rest/config-at-rest.ts')
  const config = await configAtRest(paths)
  if (config === null) return null
  const { agentMakersTable } = await import('../../../../store/tables/agent-makers-table.ts')
  const { bundlesAtRest } = await import('../../../../wiring/at-rest/policy/bundles-at-rest.ts')
  const { grantsAtRest } = await import('../../../../wiring/at-rest/policy/grants-at-rest.ts')
  const bundles = await bundlesAtRest(config, paths)
  const makerOf = agentMakersTable(db).get
  return jobsAtRest(stored, grantsAtRest(paths.agentsDir, config, bundles, makerOf))
}

async function jobRuns(
  _context: CliContext,
  paths: AppPaths,
  { id, before, limit }: Input<'schedules.history'>,
) {
  const { jobRunsTable } = await import('../../../../store/tables/job-runs-table.ts')
  return answering(paths, ({ db }) => jobRunsTable(db).newest(id, before, limit), [])
}

async function failedRuns(
  _context: CliContext,
  paths: AppPaths,
  { state }: Input<'schedules.failed'>,
) {
  const { jobRunsTable } = await import('../../../../store/tables/job-runs-table.ts')
  return answering(paths, ({ db }) => jobRunsTable(db).letters(state), [])
}

/** What the calls of a job would meet, the whole decides; that there is no such job, a table says. */
async function preflight(
  _context: CliContext,
  paths: AppPaths,
  { id }: Input<'schedules.preflight'>,
) {
  const { schedulesTable } = await import('../../../../store/tables/schedules-table.ts')
  const there = await reading(
    paths,
    ({ db }) =>
      schedulesTable(db)
        .list()
        .some((job) => job.id === id),
    false,
  )
  if (there === null || there.value) return null
  return err(failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'))
}

export const jobAnswers: AnswersAtRest = {
  'schedules.failed': failedRuns,
  'schedules.history': jobRuns,
  'schedules.list': jobs,
  'schedules.preflight': preflight,
}
