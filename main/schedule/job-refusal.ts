// Why a job may not run, asked when it is made, changed and each time it is due: a job needs what its
// agent, and the agent that made it, have by then. Pure.
import { grants, intersectGrants, type Grant } from '../../contract/agent/grant.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { Job } from '../../contract/schedule/job.ts'

/** What shows a text to a person, as a job does that only shows its message. */
const SHOWS = 'send_notification'

export type AgentsNow = {
  /** Why no run of that agent can begin; null: it can. */
  readonly fault: (name: string) => Failure | null
  /** What it may call at all. */
  readonly grant: (name: string) => Grant
}

export type Runs = Pick<Job, 'maker' | 'type' | 'agent'>

export const jobRefusal =
  ({ fault, grant }: AgentsNow) =>
  ({ maker, type, agent }: Runs): Failure | null => {
    if (maker === null)
      return failure(
        'schedule.no-maker',
        'It is not known who made this job, so it does not run.',
        'Open it in Schedules and save it: it then runs for you.',
      )
    const broken = type === 'agent' ? fault(agent) : null
    if (broken !== null) return broken
    if (maker.kind !== 'agent') return null
    const gone = fault(maker.name)
    if (gone !== null)
      return failure(
        'schedule.maker-gone',
        `The agent ${maker.name} made this job, and cannot run any more: ${gone.text}`,
        'Open it in Schedules and save it: it then runs for you.',
      )
    const own = grant(maker.name)
    if (type === 'echo')
      return grants(own, SHOWS, null)
        ? null
        : failure(
            'schedule.no-capability',
            `The agent ${maker.name} made this job and may show you nothing: it lacks the capability notifications.`,
            'Give the agent that capability, or save the job yourself.',
          )
    return intersectGrants(own, grant(agent)).length > 0
      ? null
      : failure(
          'schedule.no-capability',
          `The agents ${maker.name} and ${agent} share no capability, so this job could do nothing.`,
          'Choose another agent, or save the job yourself.',
        )
  }
