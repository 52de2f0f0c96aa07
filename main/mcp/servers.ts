// All external servers together: follows the configuration, holds every offer against what was
// reviewed, and lets through only calls of what is open at that moment. How a server is reached is
// the connection's; what a review means is trust/.
import { ok } from '../../contract/result.ts'
import { openServerCatalog } from './server-catalog.ts'
import { openRunning } from './running-servers.ts'
import { noteEnds } from './ended-servers.ts'
import { openServerRevisions } from './server-revisions.ts'
import { openServerSubscriptions } from './server-subscriptions.ts'
import { serverPower } from './server-power.ts'
import { learnedAccess } from './learned-access.ts'
import { serverListing } from './server-listing.ts'
import { serverNotes } from './server-notes.ts'
import { serverReviews } from './server-reviews.ts'
import { serverTouch } from './server-touch.ts'
import { newMemo } from './trust/scan-memo.ts'
import { missedBy } from './missed-grants.ts'
import { endUnpinned, mayNotStart } from './may-run.ts'
import { openPinStore } from './trust/pin-store.ts'
import type { ServerView } from './trust/present.ts'
import { openAccessStores } from './trust/access/access-store.ts'
import type { Servers, ServersDeps } from './servers-port.ts'

export function openServers(deps: ServersDeps): Servers {
  const { config, sha256 } = deps
  const pinStore = openPinStore(deps)
  const running = openRunning(deps)
  const subscriptions = openServerSubscriptions(running)
  const accesses = openAccessStores({
    store: deps.access,
    samples: (name) => deps.samples && running.get(name)?.visible() !== false,
    now: deps.now,
  })
  const { definitionsOf, revisionOf } = openServerRevisions({ config, pinStore, sha256 })

  const memo = newMemo()
  const catalog = openServerCatalog({ config, running, pinStore, presentDeps: { ...deps, memo } })
  const viewOf = (server: string): ServerView | null =>
    catalog().views.find(({ name }) => name === server) ?? null
  const access = learnedAccess({ accesses, viewOf, running, pinStore, definitionsOf })
  const touch = serverTouch({ config, viewOf })
  const noteEnd = noteEnds(running, pinStore)

  return {
    ...serverNotes(pinStore),
    ...serverReviews({ ...deps, viewOf, running, pinStore, memo, access }),
    listings: () => {
      const { views } = catalog()
      return Object.entries(config()).map(([name, own]) =>
        serverListing(name, own, {
          view: views.find((one) => one.name === name),
          connection: running.get(name),
          isTampered: pinStore.tampered && pinStore.of(name).some((pin) => !pin.open),
          ...access.of(name, own),
          revisionOf: (offer) => revisionOf(name, offer),
        }),
      )
    },
    attention: () => {
      const { views } = catalog()
      return views.filter(({ name, review }) => {
        const kind = running.get(name)?.state().kind
        return (
          kind === 'stopped' ||
          kind === 'needs-sign-in' ||
          review.fresh + review.changed + review.gone > 0
        )
      }).length
    },
    external: () => catalog().external,
    resourcesAndPrompts: () => catalog().resourcesAndPrompts,
    steering: () => catalog().steering(),
    touch,
    power: (call) => serverPower(call, { running, touch, count: accesses.count }),
    async start(server, surface) {
      const needed = running.need(server)
      if (!needed.ok) return needed
      const noted = await pinStore.note(server, 'started', surface)
      if (!noted.ok) return noted
      needed.value.start()
      return ok(null)
    },
    async restart(server, surface) {
      const noted = await pinStore.note(server, 'started', surface)
      return noted.ok ? running.again(server) : noted
    },
    watchResource: subscriptions.watch,
    updated: subscriptions.updated,
    cleared: (server, launch) =>
      mayNotStart(deps.organisationPins?.(), server, launch, pinStore.of(server)),
    async forget(server, surface) {
      const forgotten = await pinStore.forget(server, surface)
      if (forgotten.ok) accesses.forget(server)
      return forgotten
    },
    missed: (server) => missedBy(config()[server], running.get(server), deps.missedFacts),
    follow: () => {
      running.follow()
      catalog()
      endUnpinned(Object.keys(config()), deps.organisationPins?.(), running)
    },
    watch() {
      catalog()
      subscriptions.follow()
      for (const [name, own] of Object.entries(config())) {
        access.learn(name, own)
        noteEnd(name)
      }
    },
    halt: () => running.halt(),
    async dispose() {
      catalog()
      for (const [name, own] of Object.entries(config())) access.learn(name, own)
      await running.dispose()
      await pinStore.whenIdle()
    },
  }
}
