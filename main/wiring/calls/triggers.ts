// What starts work without a person or an agent that asks: jobs whose time has come, and webhooks.
import { startFault } from '../../policy/agent-grant.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import type { Notifier } from '../../records/notifier.ts'
import { wireInbound } from './inbound.ts'
import type { LayersBefore } from './layers-before.ts'
import { wireSchedules } from './schedules.ts'

export type WiredTriggers = ReturnType<typeof wireTriggers>

/** `agent`: opened after these, and asked for when a job is due. */
export function wireTriggers(
  { options, storage, policy, execution, clock, events }: LayersBefore,
  agent: () => Pick<Agent, 'start' | 'get' | 'items'>,
  notifier: Notifier,
) {
  const { host, safe, webhookPort } = options
  const { tables } = storage
  const { agentFiles, agentGranted, windDown, stop } = policy
  const { record } = execution
  const { now, monotonic } = clock
  const { report, screens } = events
  const barred = () => safe?.barred() ?? windDown.refusal() ?? stop.barred()
  const jobs = wireSchedules({
    tables,
    now,
    record,
    report,
    agent,
    agents: { fault: (name) => startFault(agentFiles.get, name), grant: agentGranted },
    send: screens.send,
    notify: notifier.ofJob,
    barred,
    stopped: stop.frozen,
  })
  const inbound = wireInbound({
    tables,
    now,
    monotonic,
    report,
    redactor: execution.redactor,
    counted: execution.counted,
    secrets: execution.credentials.webhookSecrets,
    scheduler: jobs.scheduler,
    barred,
    record,
    send: screens.send,
    listens: host !== 'cli',
    port: webhookPort ?? null,
  })
  return { jobs, inbound }
}
