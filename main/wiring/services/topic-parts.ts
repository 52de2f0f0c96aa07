// What the topics answer from, beside the layers.
import type { WiredGateway } from '../clients/gateway.ts'
import type { WiredExec } from '../clients/exec.ts'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Updates } from '../../services/updates/updates.ts'
import type { Collector } from '../../fleet/collector/open-collector.ts'
import type { Fleet } from '../../fleet/open-fleet.ts'
import type { SecondApprovals } from '../../fleet/approve/open-second-approvals.ts'
import type { Following } from '../../bundle/follow-source.ts'

export type TopicParts = {
  readonly gateway: WiredGateway
  readonly exec: WiredExec
  readonly state: () => AppState
  readonly updates: Updates
  readonly fleet: Fleet
  readonly collector: Collector
  readonly second: SecondApprovals
  readonly following: Following
}
