// A whole Gatehouse without some of the barriers before the person's own `stop` list: its
// layers are joined as `main/wiring/app.ts` joins them, and what is taken away is given an empty list.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { err, ok } from '../../contract/result.ts'
import type { openApp } from '../../main/wiring/app.ts'
import type { Policy } from '../../main/gate/policy.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { ripgrepIn } from '../../main/sandbox/search/ripgrep.ts'
import { openSearcher } from '../../main/sandbox/search/search.ts'
import { systemClock } from '../../main/wiring/clock.ts'
import { openEvents } from '../../main/wiring/events.ts'
import { openExecution } from '../../main/wiring/execution.ts'
import { openPipeline } from '../../main/wiring/pipeline.ts'
import { openReturningPages } from '../../main/pages/returning-pages.ts'
import { openPolicy, type PolicyLayer } from '../../main/wiring/policy.ts'
import { openServices } from '../../main/wiring/services.ts'
import { startUp } from '../../main/wiring/start-up.ts'
import { openStorage } from '../../main/wiring/storage.ts'

/**
 * letters: the gate compares the names in a call and in a command line with the list. real path: what
 * a name leads to is compared, before a call and as it opens a file. cover: the sandbox covers what is
 * on the list. search: the search leaves it out.
 */
export const BARRIERS = ['letters', 'real path', 'cover', 'search'] as const
export type Barrier = (typeof BARRIERS)[number]

type OpenApp = typeof openApp

/** As `openApp` is called; no host comes back to the socket, so only the app's own end is joined. */
export const openWith =
  (barriers: readonly Barrier[]): OpenApp =>
  async (options) => {
    const { paths, clock = systemClock } = options
    const events = openEvents()
    const opened = await openStorage(options, clock, events)
    if (!opened.ok) return err(opened.error)
    const storage = opened.value
    const whole = await openPolicy(options, storage, clock, events)
    const everyStop = () => whole.policy().everyStop
    const policy = withBarriers(whole, barriers, paths.stop)
    const openedExecution = await openExecution(options, storage, policy, clock, events)
    const searcher = openSearcher({
      stop: paths.stop,
      home: homedir(),
      ownStop: barriers.includes('search') ? everyStop : () => [],
      prefilter: ripgrepIn(openedExecution.runner.start, join(paths.dataDir, 'search')),
    })
    const execution = { ...openedExecution, searcher }
    const calls = openPipeline(options, storage, policy, execution, clock, events)
    const layers = { storage, policy, execution, calls }
    const services = openServices(options, layers, clock, events)
    const started = await startUp(options, { ...layers, services }, events, clock.now)
    return ok({
      call: services.call,
      subscribe: events.screens.subscribe,
      async dispose() {
        started.quiet()
        policy.unwatch()
        await calls.finish()
        await services.dispose()
        await started.closeSocket()
        await calls.dispose()
        await execution.dispose()
        await policy.dispose()
        await storage.dispose()
      },
      pages: openReturningPages({
        table: storage.tables.returningPages,
        now: clock.now,
        record: storage.write,
      }),
      gateway: { busy: services.gateway.busy, url: () => services.gateway.clients.state().url },
      noted: async (fault) => String(fault),
    })
  }

function withBarriers(
  whole: PolicyLayer,
  barriers: readonly Barrier[],
  stop: readonly string[],
): PolicyLayer {
  const lowered = new WeakMap<Policy, Policy>()
  const own: PolicyLayer['own'] = barriers.includes('real path') ? whole.own : async () => false
  return {
    ...whole,
    own,
    resolvedWorkspace: () =>
      resolvePath({ workspace: whole.workspacePath(), stop, home: homedir(), own }),
    policy(asker) {
      const full = whole.policy(asker)
      const known = lowered.get(full) ?? {
        ...full,
        ownStop: barriers.includes('letters') ? full.ownStop : [],
        everyStop: barriers.includes('cover') ? full.everyStop : [],
      }
      lowered.set(full, known)
      return known
    },
  }
}
