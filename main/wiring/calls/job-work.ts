// What a job does when it runs: a run of its agent, as the principal `schedule`, waited for until it
// rests. Its calls go the way of every call; what needs approval waits in the one queue.
import { withHint } from '../../../contract/failure.ts'
import { assertNever } from '../../../contract/never.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { RunId, SessionId } from '../../../contract/ids.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import type { JobRun } from '../../../contract/schedule/job-run.ts'
import { eventText } from '../../../contract/schedule/event-text.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import type { JobEnd } from '../../schedule/scheduler-deps.ts'

export type JobWork = {
  start(run: JobRun, begun: (id: RunId) => void): Promise<JobEnd>
  /** What the agent tells of its runs. */
  receive(event: PanelEvent): void
  /** The transcript of a session; null: there is none. */
  begun(session: SessionId): RunId | null
}

/** Where an end is looked for. */
const LAST_ITEMS = 50

/** @param agent known later: it is opened with what hears of its runs. */
export function openJobWork(
  agent: () => Pick<Agent, 'start' | 'get' | 'items'>,
  ofSession: (session: SessionId) => readonly Run[],
): JobWork {
  const waiters = new Map<RunId, (run: Run) => void>()
  return {
    receive(event) {
      if (event.kind !== 'run-changed' || isAtWork(event.run)) return
      const waiter = waiters.get(event.run.id)
      waiters.delete(event.run.id)
      waiter?.(event.run)
    },
    begun: (session) => ofSession(session)[0]?.id ?? null,
    async start({ job, jobName, payload, session }, begun) {
      const { message, agent: name, maker, seen, event } = payload
      if (maker === null) return failed('Nobody is known to have made this job.')
      const text = event === null ? message : `${message}\n\n${eventText(event)}`
      const started = await agent().start({ text }, 'schedule', name, {
        session,
        text: { job, name: jobName, maker, seen, event },
      })
      if (!started.ok) return failed(withHint(started.error))
      const { id } = started.value
      const { promise, resolve } = Promise.withResolvers<Run>()
      waiters.set(id, resolve)
      begun(id)
      // It may rest already: what is stored was told before.
      const stored = agent().get(id, 1)?.run
      if (stored !== undefined && !isAtWork(stored)) {
        waiters.delete(id)
        resolve(stored)
      }
      return endOf(await promise, agent().items(id, undefined, LAST_ITEMS).items)
    },
  }
}

const isAtWork = ({ state }: Run): boolean => state === 'working' || state === 'waiting'

const failed = (text: string): JobEnd => ({ kind: 'failed', text, untouched: true })

function endOf({ state }: Run, items: readonly RunItem[]): JobEnd {
  const last = items.at(-1)
  const untouched = !items.some(({ kind }) => kind === 'call')
  const notice = last?.kind === 'notice' ? withHint(last) : ''
  switch (state) {
    case 'interrupted':
      return { kind: 'left' }
    case 'stopped':
      return { kind: 'stopped', text: 'A person stopped it.' }
    case 'failed':
      return { kind: 'failed', text: notice === '' ? 'Its run failed.' : notice, untouched }
    case 'idle':
    case 'working':
    case 'waiting':
    case 'queued':
      if (last?.kind === 'notice' && last.tone === 'error')
        return { kind: 'failed', text: notice, untouched }
      return { kind: 'succeeded', text: [refusedText(items), saidLast(items)].join(' ').trim() }
    default:
      return assertNever(state, 'endOf')
  }
}

/** Nobody may have been there to approve: that must not look like a success. */
function refusedText(items: readonly RunItem[]): string {
  const refused = items.filter(
    (item) =>
      item.kind === 'call' &&
      item.state.kind === 'ended' &&
      ['denied', 'expired', 'cancelled'].includes(item.state.result.status),
  ).length
  return refused === 0
    ? ''
    : `${refused === 1 ? 'One call was' : `${refused} calls were`} not approved.`
}

const saidLast = (items: readonly RunItem[]): string => {
  const said = items.findLast((item) => item.kind === 'assistant')
  return said?.kind === 'assistant' ? said.text.trim() : ''
}
