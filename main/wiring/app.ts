// The table of contents: five layers, each opened with the ones before it and with nothing that
// comes after. What a layer has to tell goes over `events`. Every host opens the same whole; what
// differs between hosts is who may call which channel, and that the router knows.
import type { Failure } from '../../contract/failure.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { AppOptions, OpenedApp } from './app-options.ts'
import { systemClock, type Clock } from './clock.ts'
import { openEvents, type Events } from './events.ts'
import { allowIdleCollection } from './idle-collection.ts'
import { openExecution } from './execution.ts'
import { shownFault } from './execution/secrets.ts'
import { openReturningPages } from '../pages/returning-pages.ts'
import { openPipeline } from './pipeline.ts'
import { openPolicy } from './policy.ts'
import { openServices } from './services.ts'
import { startUp } from './start-up.ts'
import { openStorage, type Storage } from './storage.ts'

export type { AppOptions, OpenedApp }

/**
 * The whole of Gatehouse, ready to be called. Failures: `host.already-running`, and what the store
 * says when its file cannot be used. Everything else that is wrong (configuration, workspace,
 * sandbox) shows inside the running app.
 */
export async function openApp(options: AppOptions): Promise<Result<OpenedApp, Failure>> {
  const events = openEvents()
  const { clock = systemClock } = options
  const storage = await openStorage(options, clock, events)
  if (!storage.ok) return storage
  try {
    return ok(await openLayers(options, storage.value, clock, events))
  } catch (fault) {
    // Damage may show only when a table is read, in the middle of a start.
    await storage.value.letGo()
    throw fault
  }
}

async function openLayers(
  options: AppOptions,
  storage: Storage,
  clock: Clock,
  events: Events,
): Promise<OpenedApp> {
  const policy = await openPolicy(options, storage, clock, events)
  const execution = await openExecution(options, storage, policy, clock, events)
  const calls = openPipeline(options, storage, policy, execution, clock, events)
  const layers = { storage, policy, execution, calls }
  const services = openServices(options, layers, clock, events)
  const idle = allowIdleCollection(events, clock.monotonic)
  const started = await startUp(options, { ...layers, services }, events, clock.now)

  // In this order: nothing new is taken, what runs finishes or is cut off, its end is written, and
  // everything is let go.
  const shutDown = async (): Promise<void> => {
    started.quiet()
    idle.dispose()
    policy.unwatch()
    await calls.finish()
    await services.dispose()
    await started.closeSocket()
    await calls.dispose()
    await execution.dispose()
    await policy.dispose()
    await storage.dispose()
  }
  let ended: Promise<void> | null = null

  return {
    call: (...asked) => execution.whenTried(() => services.call(...asked)),
    subscribe: events.screens.subscribe,
    dispose: () => (ended ??= shutDown()),
    pages: openReturningPages({
      table: storage.tables.returningPages,
      now: clock.now,
      record: storage.write,
    }),
    gateway: { busy: services.gateway.busy, url: () => services.gateway.clients.state().url },
    async noted(fault) {
      const text = shownFault(execution.redactor, fault)
      await execution.record({ kind: 'fault', text: text.slice(0, 4_000) }, 'owed')
      return text
    },
  }
}
