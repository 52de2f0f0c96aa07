// The topics of what starts work without a person: jobs, webhooks, and the events that came in.
import { eventsService } from '../../services/events/events-service.ts'
import { openPreflight } from '../../services/schedules/preflight.ts'
import { schedulesService } from '../../services/schedules/schedules-service.ts'
import { webhooksService } from '../../services/webhooks/webhooks-service.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Layers } from '../layers.ts'

export function schedulesTopics(
  { storage, policy, execution, calls }: Layers,
  { now }: Clock,
  { screens }: Pick<Events, 'screens'>,
) {
  const { registry, redactor, record } = execution
  const { agent, inForce } = calls
  const { leases } = storage.tables
  const { relaxation, workspacePath } = policy
  return {
    ...schedulesService({
      schedules: calls.schedules,
      scheduler: calls.scheduler,
      record,
      now,
      preflight: openPreflight({
        schedules: calls.schedules,
        history: calls.scheduler.history,
        agent,
        inForce,
        registry,
        leases,
        relaxation,
        record,
        now,
        shown: redactor.facts,
        workspace: workspacePath,
      }),
      changed: () => screens.send({ kind: 'schedules-changed' }),
    }),
    ...webhooksService({ webhooks: calls.inbound.webhooks, record }),
    ...eventsService({ inbound: calls.inbound, record }),
  }
}
