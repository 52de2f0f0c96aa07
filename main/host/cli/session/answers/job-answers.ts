// Jobs and their runs where no Gatehouse runs: their tables, and the files of the agents that they are for.
import { existsSync } from 'node:fs'
import { JobId } from '../../../../../contract/ids.ts'
import { failure } from '../../../../../contract/failure.ts'
import type { Input } from '../../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../../contract/result.ts'
import type { AppPaths } from '../../../../config/paths.ts'
import type { StoredOfJobs } from '../../../../wiring/at-rest/jobs-at-rest.ts'
import type { CliContext } from '../../cli-context.ts'
import type { AnswersAtRest } from '../answers-at-rest.ts'
import { homeAtRest } from '../home-at-rest.ts'
import { isUnset } from '../is-unset.ts'
import { noteUntested } from '../note-untested.ts'
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
  const { openJobsAtRest } = await import('../../../../wiring/at-rest/jobs-at-rest.ts')
  const stored = await storedOfJobs(db, table)
  if ((await isUnset(paths, 'organisation')) && !existsSync(paths.agentsDir))
    return openJobsAtRest(stored).list()
  const { configAtRest } = await import('../../../../wiring/at-rest/config-at-rest.ts')
  const config = await configAtRest(paths)
  if (config === null) return null
  const { agentMakersTable } = await import('../../../../store/tables/agent-makers-table.ts')
  const { bundlesAtRest } = await import('../../../../wiring/at-rest/policy/bundles-at-rest.ts')
  const { grantsAtRest } = await import('../../../../wiring/at-rest/policy/grants-at-rest.ts')
  const bundles = await bundlesAtRest(config, paths)
  const makerOf = agentMakersTable(db).get
  return openJobsAtRest(stored, grantsAtRest(paths.agentsDir, config, bundles, makerOf)).list()
}

async function storedOfJobs(db: OnDisk['db'], table: StoredOfJobs['table']): Promise<StoredOfJobs> {
  const { webhooksTable } = await import('../../../../store/tables/webhooks-table.ts')
  const { inboundEventsTable } = await import('../../../../store/tables/inbound-events-table.ts')
  const { stoppedTable } = await import('../../../../store/tables/stopped-table.ts')
  const hooks = webhooksTable(db)
  const events = inboundEventsTable(db)
  return {
    table,
    sources: () => [
      ...hooks.list().map(({ name }) => name),
      ...events.counts().map(({ source }) => source),
    ],
    stopped: stoppedTable(db).get,
  }
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

/** That there is no such job, a table says. */
async function preflight(
  context: CliContext,
  paths: AppPaths,
  { id, expected }: Input<'schedules.preflight'>,
) {
  const { schedulesTable } = await import('../../../../store/tables/schedules-table.ts')
  const known = JobId.safeParse(id)
  const found = await reading(
    paths,
    async ({ db, atRest }) => {
      const table = schedulesTable(db)
      if (!known.success || table.get(known.data) === null) return undefined
      const { jobRunsTable } = await import('../../../../store/tables/job-runs-table.ts')
      const { runsTable } = await import('../../../../store/tables/runs-table.ts')
      const { leasesAtRest } = await import('./leases-at-rest.ts')
      const { preflightAtRest } = await import('../../../../wiring/at-rest/preflight-at-rest.ts')
      return preflightAtRest(
        { id: known.data, expected },
        {
          jobs: await storedOfJobs(db, table),
          history: jobRunsTable(db).newest,
          page: runsTable(db).page,
          leases: leasesAtRest({ db, atRest }).list(),
        },
        homeAtRest(context, paths),
      )
    },
    undefined,
  )
  if (found === null || found.value === null) return null
  if (found.value === undefined)
    return err(
      failure('schedule.unknown', `There is no job ${id}.`, 'List the jobs for their ids.'),
    )
  if (found.value.untested) noteUntested(context)
  return found.value.preflight
}

export const jobAnswers: AnswersAtRest = {
  'schedules.failed': failedRuns,
  'schedules.history': jobRuns,
  'schedules.list': jobs,
  'schedules.preflight': preflight,
}
