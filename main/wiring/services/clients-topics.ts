// The topics of other agents that are connected: what each is allowed, and what its hook asks.
import { ok } from '../../../contract/result.ts'
import { clientsService } from '../../services/clients/clients-service.ts'
import type { UpdateConfig } from '../../services/config/update-config.ts'
import { hookService } from '../../services/hook/hook-service.ts'
import type { Clock } from '../clock.ts'
import type { Layers } from '../layers.ts'
import { sha256 } from '../sha256.ts'
import type { TopicParts } from './topic-parts.ts'

export function clientsTopics(
  { storage, policy, execution, calls }: Layers,
  { gateway, exec }: Pick<TopicParts, 'gateway' | 'exec'>,
  update: UpdateConfig,
  { now }: Clock,
) {
  const { config } = policy
  return {
    ...clientsService({
      ...gateway.clients,
      async commands(name, run, evidence, surface) {
        const updated = await update({ client: { name, commands: run } }, evidence, surface)
        if (!updated.ok) return updated
        exec.forget(name)
        return ok(gateway.clients.state())
      },
      async preset(name, preset, evidence, surface) {
        const updated = await update({ client: { name, preset } }, evidence, surface)
        return updated.ok ? ok(gateway.clients.state()) : updated
      },
    }),
    ...hookService({
      requestOf: calls.requestOf,
      sha256,
      now,
      client: (name) => config.current().gateway.clients[name],
      queries: storage.tables.approvals.ofCall,
      ...execution.agents.hooks,
      frozen: policy.stop.frozen,
      reaches: gateway.reaches,
      watch: gateway.watch,
      exec,
      dispatch: calls.take,
    }),
  }
}
