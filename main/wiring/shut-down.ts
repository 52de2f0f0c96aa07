// The end of an app, in order: nothing new is taken, what runs finishes or is cut off, its end is
// written, and everything is let go.
import type { Journal } from '../journal/journal.ts'
import type { Broadcast } from '../ipc/broadcast.ts'
import type { Runner } from '../sandbox/runner-powers.ts'
import type { Store } from '../store/open.ts'
import type { Undo } from '../undo/undo.ts'
import type { WiredNetwork } from './policy/network.ts'
import type { WiredServers } from './execution/servers.ts'
import type { Lock } from '../host/lock.ts'
import type { StartedUp, StartUpDeps } from './start-up.ts'
import type { WindDown } from '../recovery/wind-down.ts'

export type ShutDownDeps = Pick<
  StartUpDeps,
  'options' | 'config' | 'record' | 'agent' | 'approvalQueue' | 'gateway' | 'audit'
> & {
  readonly journal: Pick<Journal, 'open' | 'close'>
  readonly windDown: WindDown
  readonly rehearsals: { dispose(): Promise<void> }
  readonly servers: Pick<WiredServers, 'dispose'>
  readonly outbound: Pick<WiredNetwork['outbound'], 'dispose'>
  readonly runner: Pick<Runner, 'dispose'>
  readonly undo: Pick<Undo, 'dispose'>
  readonly broadcast: Pick<Broadcast, 'dispose'>
  readonly store: Pick<Store, 'close'>
  readonly lock: Lock
  readonly unwatch: () => void
}

export async function shutDown(parts: ShutDownDeps, started: StartedUp): Promise<void> {
  const { windDown, approvalQueue, agent, gateway, journal } = parts
  started.quiet()
  parts.unwatch()
  await windDown.finish()
  approvalQueue.dispose()
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
