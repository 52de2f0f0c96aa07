// What can be asked of all external servers together, and what that takes.
import type { ServerPower } from '../../contract/call/powers/server-power.ts'
import type { Surface } from '../../contract/call/principal.ts'
import type { Result } from '../../contract/result.ts'
import type { ServerAccess } from '../../contract/server/server-access.ts'
import type { Reviewed, ServerListing } from '../../contract/server/server.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { OfferedFrom, ServerResources } from './server-catalog.ts'
import type { RunningDeps } from './running-servers.ts'
import type { Permitted } from './server-power.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Ref } from './chosen-items.ts'
import type { MissedFacts } from './missed-grants.ts'
import type { MissedGrant } from '../../contract/server/missed-grant.ts'
import type { ScanLater } from './trust/scan/scan-item.ts'
import type { PinStoreDeps } from './trust/pin-store.ts'
import type { PresentDeps } from './trust/present.ts'
import type { Steering } from './trust/scan/steering.ts'
import type { AccessStoresDeps, AccessStore } from './trust/access/access-store.ts'

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
