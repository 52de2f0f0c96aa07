// What a job needs, when it is made and when it is due: its agent, its maker, and what both may do.
import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../contract/agent/grant.ts'
import type { Grant } from '../../contract/agent/grant.ts'
import { failure } from '../../contract/failure.ts'
import type { Maker } from '../../contract/call/principal.ts'
import { jobRefusal } from '../../main/schedule/job-refusal.ts'
import type { Runs } from '../../main/schedule/job-refusal.ts'
import { openJobs } from './fixture.ts'

const only = (...tools: readonly string[]): Grant =>
  tools.map((tool) => ({ tool, actions: null, scopes: [] }))
const agents: Readonly<Record<string, Grant>> = {
  main: EVERYTHING,
  reader: only('read_file'),
  planner: only('create_scheduled_task'),
  herald: only('create_scheduled_task', 'send_notification'),
}
const refusal = jobRefusal({
  fault: (name) =>
    agents[name] === undefined
      ? failure('agent.unknown', `There is no agent named ${name}.`)
      : null,
  grant: (name) => agents[name] ?? [],
})
const by = (kind: Maker['kind'], name: string): Maker => ({ kind, name })
const job = (maker: Maker | null, agent = 'main', type: Runs['type'] = 'agent'): Runs => ({
  maker,
  agent,
  type,
})

describe('a job may run', () => {
  const cases: readonly (readonly [name: string, job: Runs, code: string | null])[] = [
    ['of a person, by any agent there is', job(by('person', 'you'), 'reader'), null],
    ['of a client of the gateway', job(by('mcp-client', 'editor'), 'reader'), null],
    ['but not by an agent that is gone', job(by('person', 'you'), 'lost'), 'agent.unknown'],
    ['but not of nobody', job(null), 'schedule.no-maker'],
    ['of an agent, by one that shares something', job(by('agent', 'reader'), 'main'), null],
    [
      'but not by one that shares nothing with its maker',
      job(by('agent', 'planner'), 'reader'),
      'schedule.no-capability',
    ],
    ['but not of an agent that is gone', job(by('agent', 'lost')), 'schedule.maker-gone'],
    ['of an agent that may notify: a message', job(by('agent', 'herald'), 'main', 'echo'), null],
    [
      'but no message of one that may not notify',
      job(by('agent', 'planner'), 'main', 'echo'),
      'schedule.no-capability',
    ],
  ]
  it.each(cases)('%s', (_name, given, code) => {
    expect(refusal(given)?.code ?? null).toBe(code)
  })
})

it('what a job needs is asked again when it is due, and what it lost is not run', async () => {
  const jobs = await openJobs()
  const { id } = jobs.add()
  jobs.scheduler.begin()
  jobs.state.refused = failure('agent.unknown', 'There is no agent named scout.')
  expect(jobs.scheduler.runNow(id)).toMatchObject({ ok: false, error: { code: 'agent.unknown' } })
  await jobs.at(jobs.clock.at + 3_600_000)
  expect(jobs.starts).toEqual([])
  expect(jobs.history()).toEqual([
    { state: 'missed', why: 'due', text: 'There is no agent named scout.' },
  ])
})
