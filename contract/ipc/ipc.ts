// The whole surface of Gatehouse towards its screens and its command line, in one table. No channel
// exists outside it.
import type { z } from 'zod'
import type { PanelEvent } from './event.ts'
import type { Failure } from '../failure.ts'
import { accountsChannels } from './topics/ipc-accounts.ts'
import { agentsChannels } from './topics/ipc-agents.ts'
import { appChannels } from './topics/ipc-app.ts'
import { approvalsChannels } from './topics/ipc-approvals.ts'
import { auditChannels } from './topics/ipc-audit.ts'
import { fleetChannels } from './topics/ipc-fleet.ts'
import { organisationChannels } from './topics/ipc-organisation.ts'
import { ownAgentsChannels } from './topics/ipc-own-agents.ts'
import { inboundChannels } from './topics/ipc-inbound.ts'
import { explainChannels } from './topics/ipc-explain.ts'
import { policyChannels } from './topics/ipc-policy.ts'
import { pluginsChannels } from './topics/ipc-plugins.ts'
import { stepUpChannels } from './topics/ipc-step-up.ts'
import { recordsChannels } from './topics/ipc-records.ts'
import { runningChannels } from './topics/ipc-running.ts'
import { runsChannels } from './topics/ipc-runs.ts'
import { schedulesChannels } from './topics/ipc-schedules.ts'
import { serversChannels } from './topics/ipc-servers.ts'
import { toolsChannels } from './topics/ipc-tools.ts'
import { terminalsChannels } from './topics/ipc-terminals.ts'
import type { Surface } from '../call/principal.ts'
import type { Result } from '../result.ts'

/** `from`: the surfaces a channel may be called on. The router refuses every other. */
export const ipc = {
  ...appChannels,
  ...runningChannels,
  ...agentsChannels,
  ...ownAgentsChannels,
  ...runsChannels,
  ...approvalsChannels,
  ...stepUpChannels,
  ...explainChannels,
  ...policyChannels,
  ...serversChannels,
  ...toolsChannels,
  ...pluginsChannels,
  ...auditChannels,
  ...accountsChannels,
  ...schedulesChannels,
  ...recordsChannels,
  ...inboundChannels,
  ...terminalsChannels,
  ...fleetChannels,
  ...organisationChannels,
} as const

type Table = typeof ipc
export type IpcChannel = keyof Table
export type Input<C extends IpcChannel> = z.output<Table[C]['input']>
export type Output<C extends IpcChannel> = z.output<Table[C]['output']>

/** Who is calling: set by the host that took the call, never by the caller. */
export type Caller = {
  readonly surface: Surface
  /** Aborted once the caller's connection has ended, where the host has one for each caller. */
  readonly gone?: AbortSignal
}

export type Handlers = {
  readonly [C in IpcChannel]: (
    input: Input<C>,
    caller: Caller,
  ) => Promise<Result<Output<C>, Failure>>
}

/** All channels of one topic: what its service in `main/services` returns. */
export type TopicHandlers<Topic extends string> = Pick<
  Handlers,
  Extract<IpcChannel, `${Topic}.${string}`>
>

/**
 * What a screen holds: the same table from the other side. Never rejects; a lost connection is a
 * failure with code `bridge.lost`.
 */
export type Bridge = {
  call<C extends IpcChannel>(
    channel: C,
    input: z.input<Table[C]['input']>,
  ): Promise<Result<Output<C>, Failure>>
  /**
   * Called with every event from now on, and once with `null` whenever events may have been missed,
   * so that the screen re-reads.
   */
  subscribe(listener: (event: PanelEvent | null) => void): () => void
}
