// The end of an app, in order: nothing new is taken, what runs finishes or is cut off, its end is written, and everything is let go.
import type { Journal } from '../journal/journal.ts'
import type { Broadcast } from '../ipc/broadcast.ts'
import type { Runner } from '../sandbox/runner.ts'
import type { Store } from '../store/open.ts'
import type { Undo } from '../undo/undo.ts'
import type { Outward } from './policy/network.ts'
import type { JoinedServers } from './execution/servers.ts'
import type { Lock } from '../host/lock.ts'
import type { StartedUp, StartUpParts } from './start-up.ts'
import type { WindDown } from '../recovery/wind-down.ts'

export type ShutDownParts = Pick<StartUpParts, 'options' | 'config' | 'record' | 'agent' | 'desk' | 'gateway' | 'audit'> & {
  readonly journal: Pick<Journal, 'open' | 'close'>
  readonly windDown: WindDown
  readonly rehearsals: { dispose(): Promise<void> }
  readonly servers: Pick<JoinedServers, 'dispose'>
  readonly outbound: Pick<Outward['outbound'], 'dispose'>
  readonly runner: Pick<Runner, 'dispose'>
  readonly undo: Pick<Undo, 'dispose'>
  readonly broadcast: Pick<Broadcast, 'dispose'>
  readonly store: Pick<Store, 'close'>
  readonly lock: Lock
  readonly unwatch: () => void
}

export async function shutDown(parts: ShutDownParts, started: StartedUp): Promise<void> {
  const { windDown, desk, agent, gateway, journal } = parts
  started.quiet()
  parts.unwatch()
  await windDown.finish()
  desk.dispose()
  await agent.dispose()
  await windDown.cut()
  await gateway.dispose()
  await started.closeSocket()
  await parts.rehearsals.dispose()
  await parts.servers.dispose()
  await parts.outbound.dispose()
  await parts.runner.dispose()
  await parts.undo.dispose()
  parts.config.dispose()
  await parts.record({ kind: 'stopped', host: parts.options.host, open: journal.open() })
  parts.broadcast.dispose()
  await parts.audit.dispose()
  await journal.close()
  parts.store.close()
  await parts.lock.release()
}
