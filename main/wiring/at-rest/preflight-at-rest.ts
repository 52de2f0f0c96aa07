// What a job would meet, of a Gatehouse that does not run: decided by the functions that calls are explained
// with, and with the tools that its agent would have.
import type { JobId } from '../../../contract/ids.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import type { Result } from '../../../contract/result.ts'
import type { Preflight } from '../../../contract/schedule/preflight.ts'
import {
  callsBefore,
  checkPreflight,
  type PreflightCheckDeps,
} from '../../services/schedules/preflight-check.ts'
import type { RunsTable } from '../../store/tables/runs-table.ts'
import { pathOfWorkspace } from '../../workspace/workspace.ts'
import { openJobsAtRest, type StoredOfJobs } from './jobs-at-rest.ts'
import { evaluationAtRest, type HomeAtRest } from './policy/evaluation-at-rest.ts'
import { grantsAtRest } from './policy/grants-at-rest.ts'
import { shownAtRest } from './shown-at-rest.ts'

export type StoredOfPreflight = {
  readonly jobs: StoredOfJobs
  readonly history: PreflightCheckDeps['history']
  readonly page: RunsTable['page']
  readonly leases: readonly Lease[]
}

export type PreflightAtRest = {
  readonly preflight: Result<Preflight, Failure>
  /** One of the calls runs commands, and the sandbox was taken to hold as it usually does. */
  readonly untested: boolean
}

/** Null where more counts than what is read here: see `evaluationAtRest`. */
export async function preflightAtRest(
  { id, expected }: Input<'schedules.preflight'> & { readonly id: JobId },
  { jobs, history, page, leases }: StoredOfPreflight,
  home: HomeAtRest,
): Promise<PreflightAtRest | null> {
  const job = jobs.table.get(id)
  const agent: PreflightCheckDeps['agent'] = {
    items(run, before, limit) {
      const items = page(run, before, limit + 1)
      return { items: items.slice(-limit), older: items.length > limit }
    },
  }
  const before = job === null ? [] : callsBefore(job, expected, { history, agent })
  const names = [...new Set([...expected, ...before].map(({ tool }) => tool))]
  const { agentsDir, defaultWorkspace } = home.paths
  // A job does no more than who made it.
  const ofClients = job?.maker?.kind === 'mcp-client' ? await clientGrants(home) : undefined
  if (ofClients === null) return null
  const decider = await evaluationAtRest({ names }, home, ({ config, bundles }, makers) =>
    grantsAtRest(agentsDir, config, bundles, (name) => makers.get(name) ?? null, ofClients),
  )
  if (decider === null) return null
  const { config, granted } = decider
  const schedules = openJobsAtRest(jobs, granted)
  const answer = await decider.answer(({ evaluate, registry }) =>
    checkPreflight(id, expected, {
      schedules,
      history,
      agent,
      inForce: evaluate,
      registry,
      leases: { list: () => leases },
      workspace: () => pathOfWorkspace(config.workspace, defaultWorkspace),
      shown: shownAtRest(config, home.env),
      now: Date.now,
    }),
  )
  return answer && { preflight: answer.value, untested: answer.untested }
}

/** Null where the database cannot be used as it is. */
async function clientGrants({ paths, clients }: HomeAtRest) {
  const stored = await clients()
  if (stored === null) return null
  const { clientGrantsAtRest } = await import('./policy/client-grants-at-rest.ts')
  return clientGrantsAtRest(paths, stored)
}
