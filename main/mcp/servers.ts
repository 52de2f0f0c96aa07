// All external servers together: follows the configuration, holds every offer against what was
// reviewed, and lets through only calls of what is open at that moment. How a server is reached is
// the connection's; what a review means is trust/.
import { letGo } from '../../contract/let-go.ts'
import { canonicalJson } from '../../contract/json.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { ServerPower } from '../../contract/call/powers/powers.ts'
import type { Surface } from '../../contract/call/principal.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ServerAccess } from '../../contract/server/server-access.ts'
import type { Reviewed, ServerConfig, ServerListing } from '../../contract/server/server.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { chosenItems, type Ref } from './chosen-items.ts'
import { STALE, TAMPERED, closedTool, noTool, unknownServer } from './server-failures.ts'
import { openServerCatalog, type OfferedFrom, type ServerResources } from './server-catalog.ts'
import { openRunning, type RunningDeps } from './running-servers.ts'
import { noteEnds } from './ended-servers.ts'
import { openServerRevisions } from './server-revisions.ts'
import { openServerSubscriptions } from './server-subscriptions.ts'
import { serverPower, type Permitted } from './server-power.ts'
import { sameResources } from './trust/resources-and-prompts.ts'
import { keyOf } from './trust/items.ts'
import { missedBy, type MissedFacts } from './missed-grants.ts'
import type { MissedGrant } from '../../contract/server/missed-grant.ts'
import type { ScanLater } from './trust/scan/scan-item.ts'
import { endUnpinned, mayNotStart } from './may-run.ts'
import { openPinStore, type PinStoreDeps } from './trust/pin-store.ts'
import { keepScans, newMemo } from './trust/memo.ts'
import type { PresentDeps, Presented, ServerView } from './trust/present.ts'
import type { Steering } from './trust/scan/steering.ts'
import { newsText } from './trust/access/access-text.ts'
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
  const { config, sha256, changed } = deps
  const pinStore = openPinStore(deps)
  const running = openRunning(deps)
  const subscriptions = openServerSubscriptions(running)
  const accesses = openAccessStores({
    store: deps.access,
    samples: (name) => deps.samples && running.get(name)?.visible() !== false,
    now: deps.now,
  })
  const seenOf = (name: string) => running.get(name)?.observed()
  const { definitionsOf, revisionOf } = openServerRevisions({ config, pinStore, sha256 })

  const memo = newMemo()
  const catalog = openServerCatalog({ config, running, pinStore, presentDeps: { ...deps, memo } })
  /** What is long is looked through beside everything else, before a person is shown it. */
  const scanLong = async (server: string): Promise<void> => {
    const view = viewOf(server)
    const items = view?.unscanned() ?? []
    if (view === null || items.length === 0 || deps.scanLater === undefined) return
    keepScans(memo, items, await deps.scanLater({ items, others: view.others(), own: view.own() }))
  }
  const viewOf = (server: string): ServerView | null =>
    catalog().views.find(({ name }) => name === server) ?? null
  const find = (server: string, tool: string): Result<Presented, Failure> => {
    const view = viewOf(server)
    if (view === null) return err(unknownServer(server))
    const found = view.tools.find(({ name }) => name === tool)
    if (found === undefined) return err(noTool(server, tool))
    if (found.closed !== null) return err(closedTool(server, tool, found.closed))
    return ok(found)
  }
  const touch: Servers['touch'] = (server, tool, what) => {
    const trust = config()[server]?.trust
    if (what !== undefined) {
      const there = sameResources(viewOf(server)?.resourcesAndPrompts() ?? null, server, what, tool)
      if (!there.ok) return there
      return trust === undefined
        ? err(unknownServer(server))
        : ok({ kind: 'mcp.call', server, tool, what, trust, openWorld: true })
    }
    const found = find(server, tool)
    if (!found.ok) return found
    return trust === undefined
      ? err(unknownServer(server))
      : ok({ kind: 'mcp.call', server, tool, trust, openWorld: found.value.trustProfile.openWorld })
  }
  const isHeld = (server: string): boolean => (running.get(server)?.heldLaunch() ?? null) !== null
  const reviewNow = (server: string): Result<Review, Failure> => {
    const view = viewOf(server)
    const own = config()[server]
    if (view === null || own === undefined) return err(unknownServer(server))
    const items = view.reviewed()
    const { access } = accessOf(server, own)
    const shown = [
      items.map(({ what, name, state, now, labels }) => [what, name, state, now, labels]),
      access.news.map(({ what, name }) => [what, name]),
    ]
    return ok({ digest: sha256(canonicalJson(shown)), items, access: access })
  }
  /** What was seen is held against what was known; what is new goes into the journal, once. */
  const learn = (name: string, own: ServerConfig): void => {
    const news = accesses.learn(name, own, definitionsOf(name), seenOf(name) ?? null)
    if (news.length > 0)
      letGo(pinStore.note(name, 'new-behavior', null, news.map(newsText).join('; ').slice(0, 300)))
  }
  const accessOf = (name: string, own: ServerConfig) => {
    const open = viewOf(name)?.tools.filter(({ closed }) => closed === null) ?? []
    learn(name, own)
    return accesses.describe(
      name,
      own,
      open.flatMap(({ name: tool, trustProfile }) => (trustProfile.sideEffects ? [] : [tool])),
    )
  }

  const noteEnd = noteEnds(running, pinStore)

  return {
    listings: () => {
      const { views } = catalog()
      return Object.entries(config()).map(([name, own]): ServerListing => {
        const view = views.find((one) => one.name === name)
        const connection = running.get(name)
        const offer = connection?.offer() ?? null
        const open = view?.tools.filter(({ closed }) => closed === null) ?? []
        const { access, advice } = accessOf(name, own)
        const tampered =
          pinStore.tampered && pinStore.of(name).some((pin) => !pin.open) ? [TAMPERED] : []
        return {
          name,
          config: own,
          state:
            connection?.state() ??
            (own.enabled
              ? { kind: 'waiting', until: 0, text: 'It starts when needed.' }
              : { kind: 'off' }),
          protocol: offer?.protocol ?? null,
          version: offer?.server.version ?? null,
          open: open.length,
          closed: (view?.tools.length ?? 0) - open.length,
          revision: revisionOf(name, offer),
          review: view?.review ?? { fresh: 0, changed: 0, gone: 0, refused: 0 },
          access: access,
          advice: [...tampered, ...advice],
          log: [...(connection?.log() ?? [])],
        }
      })
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
    async review(server, signal) {
      const own = config()[server]
      if (own === undefined) return err(unknownServer(server))
      // Whose program is another one is reviewed before it runs.
      const ready = isHeld(server) ? null : await running.ready(server, signal)
      if (ready?.ok === false && !isHeld(server)) return ready
      await scanLong(server)
      return reviewNow(server)
    },
    async accept(server, refs, digest, surface) {
      const view = viewOf(server)
      if (view === null) return err(unknownServer(server))
      const before = reviewNow(server)
      if (!before.ok) return before
      const held = isHeld(server)
      const there = held || (running.get(server)?.offer() ?? null) !== null
      if (!there || before.value.digest !== digest) return err(STALE)
      const chosen = chosenItems(server, view, refs)
      if (!chosen.ok) return chosen
      const { put, gone, lowered } = chosen.value
      if (put.length + gone.length > 0) {
        const written = await pinStore.open(server, put, gone, surface, lowered ?? undefined)
        if (!written.ok) return written
        changed()
      }
      const own = config()[server]
      if (own !== undefined) learn(server, own)
      accesses.acknowledge(server)
      const after = reviewNow(server)
      // The person has looked at its new program: now it may run.
      if (held) running.get(server)?.start()
      return after
    },
    close(server, ref, surface) {
      if (!pinStore.of(server).some((pin) => keyOf(pin) === keyOf(ref)))
        return err(
          failure(
            'server.no-item',
            `Nothing of the server ${server} is open by the name ${ref.name}.`,
          ),
        )
      pinStore.close(server, [ref], surface)
      changed()
      return reviewNow(server)
    },
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
    altered: (server, text, surface) => pinStore.note(server, 'changed', surface, text),
    watchResource: subscriptions.watch,
    updated: subscriptions.updated,
    cleared: (server, launch) =>
      mayNotStart(deps.organisationPins?.(), server, launch, pinStore.of(server)),
    misbehaved: (server, text) =>
      void pinStore.note(server, 'misbehaved', null, text.slice(0, 300)),
    signingIn: (server, text) => void pinStore.note(server, 'signing-in', null, text.slice(0, 300)),
    asked: (server, text) => void pinStore.note(server, 'asked', null, text.slice(0, 300)),
    refusedAsk: (server, text) => void pinStore.note(server, 'request-refused', null, text),
    added: (server, surface) => pinStore.note(server, 'added', surface),
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
        learn(name, own)
        noteEnd(name)
      }
    },
    halt: () => running.halt(),
    async dispose() {
      catalog()
      for (const [name, own] of Object.entries(config())) learn(name, own)
      await running.dispose()
      await pinStore.whenIdle()
    },
  }
}
