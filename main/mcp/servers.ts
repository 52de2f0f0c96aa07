// All external servers together: follows the configuration, holds every offer against what was
// reviewed, and lets through only calls of what is open at that moment. How a server is reached is
// the connection's; what a review means is trust/.
import type { ServerPower } from '../../contract/call/powers/powers.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { ServerAccess } from '../../contract/server/server-access.ts'
import type { Reviewed, ServerListing } from '../../contract/server/server.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { openServerCatalog, type OfferedFrom, type ServerResources } from './server-catalog.ts'
import { openRunning, type RunningDeps } from './running-servers.ts'
import { noteEnds } from './ended-servers.ts'
import { openServerRevisions } from './server-revisions.ts'
import { openServerSubscriptions } from './server-subscriptions.ts'
import { serverPower, type Permitted } from './server-power.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Ref } from './chosen-items.ts'
import { learnedAccess } from './learned-access.ts'
import { serverListing } from './server-listing.ts'
import { serverNotes } from './server-notes.ts'
import { serverReviews } from './server-reviews.ts'
import { serverTouch } from './server-touch.ts'
import { newMemo } from './trust/memo.ts'
import { missedBy, type MissedFacts } from './missed-grants.ts'
import type { MissedGrant } from '../../contract/server/missed-grant.ts'
import type { ScanLater } from './trust/scan/scan-item.ts'
import { endUnpinned, mayNotStart } from './may-run.ts'
import { openPinStore, type PinStoreDeps } from './trust/pin-store.ts'
import type { PresentDeps, ServerView } from './trust/present.ts'
import type { Steering } from './trust/scan/steering.ts'
import {
  openAccessStores,
  type AccessStoresDeps,
  type AccessStore,
} from './trust/access/access-store.ts'

export type ServersDeps = RunningDeps &
  PinStoreDeps &
  Omit<PresentDeps, 'memo'> & { readonly access: AccessStore } & Pick<AccessStoresDeps, 'now'> & {
    readonly samples: boolean
    /** Left out: nothing can be granted by what was missed. */
    readonly missedFacts?: MissedFacts
    /** Left out: what is too long to be looked through at once is said to be. */
    readonly scanLater?: ScanLater
  }

/** What a person sees, and a hash over it: an approval covers just that. */
export type Review = {
  readonly digest: string
  readonly items: readonly Reviewed[]
  readonly access: ServerAccess
}

export type Servers = {
  listings(): readonly ServerListing[]
  /** How many servers a person should look at. */
  attention(): number
  /** The same array for the same offer. */
  external(): readonly OfferedFrom[]
  /** The same array for the same offer. */
  resourcesAndPrompts(): readonly ServerResources[]
  /** What servers say that could steer calls of others. The same array for the same offer. */
  steering(): readonly Steering[]
  /** `what` left out: a tool. Failures: `server.unknown`, `server.closed`. */
  touch(server: string, name: string, what?: 'resource' | 'prompt'): Result<CanonicalTouch, Failure>
  power(call: Permitted): ServerPower
  /** Starts it where it does not run. */
  review(server: string, signal: AbortSignal): Promise<Result<Review, Failure>>
  /**
   * `server.changed`: it is no longer what `digest` was given for. Opens nothing that is refused.
   */
  accept(
    server: string,
    refs: readonly Ref[] | 'all',
    digest: string,
    surface: Surface,
  ): Promise<Result<Review, Failure>>
  close(server: string, ref: Ref, surface: Surface): Result<Review, Failure>
  start(server: string, surface: Surface): Promise<Result<null, Failure>>
  /** Stops it and starts it again. */
  restart(server: string, surface: Surface): Promise<Result<null, Failure>>
  /** It asked something of the model or the person, which nobody answers here: for the journal. */
  refusedAsk(server: string, text: string): void
  /** Whether a program may be started that is this: see `cleared` of client/deps.ts. */
  cleared(server: string, launch: readonly string[]): Failure | null
  /** It did what no server in good faith does: for the journal. */
  misbehaved(server: string, text: string): void
  /** It asked something of the person, and what became of that: for the journal. */
  asked(server: string, text: string): void
  /** A person's browser was opened to sign in, and for which scopes: for the journal. */
  signingIn(server: string, text: string): void
  /** Calls back whenever a server says that this resource is another; the function returned ends that. */
  watchResource(server: string, uri: string, listener: () => void): () => void
  /** The server says so. */
  updated(server: string, uri: string): void
  /** A new server is in the configuration, or one is no longer in it by a person's word. */
  added(server: string, surface: Surface): Promise<Result<null, Failure>>
  /** `text`: which settings. */
  altered(server: string, text: string, surface: Surface): Promise<Result<null, Failure>>
  forget(server: string, surface: Surface): Promise<Result<null, Failure>>
  /** Once at the start, and after the configuration changed. */
  follow(): void
  /** What a server was seen to lack and can be granted. Empty for one that is no program. */
  missed(server: string): Promise<readonly MissedGrant[]>
  /**
   * After anything about a server changed: what differs from its review is closed, what is new of
   * its behaviour written down.
   */
  watch(): void
  /** Ends every program and connection, for now. */
  halt(): Promise<void>
  dispose(): Promise<void>
}

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
