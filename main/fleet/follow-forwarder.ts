// One forwarder at a time, started again where the configuration names another place to send to.
import { canonicalJson } from '../../contract/json.ts'
import type { Forwarder } from './forward.ts'

export type FollowedForwarder = {
  /** Null: nothing is sent, or not yet. */
  current(): Forwarder | null
  /** The configuration may be another one. */
  follow(): void
  dispose(): Promise<void>
}

export type FollowDeps<Config> = {
  /** What a forwarder is made of; null: nothing is to be sent. */
  readonly config: () => Config | null
  readonly start: (config: Config) => Forwarder
  readonly onGrow: (listener: () => void) => () => void
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export function followForwarder<Config extends Parameters<typeof canonicalJson>[0]>(
  deps: FollowDeps<Config>,
): FollowedForwarder {
  let running: { readonly of: string; readonly forwarder: Forwarder } | null = null
  let ending: Promise<void> = Promise.resolve()
  let closed = false
  const unlisten = deps.onGrow(() => running?.forwarder.grew())
  const wanted = (): { readonly of: string; readonly config: Config } | null => {
    const config = closed ? null : deps.config()
    return config === null ? null : { of: canonicalJson(config), config }
  }

  function follow(): void {
    if ((wanted()?.of ?? null) === (running?.of ?? null)) return
    const before = running
    running = null
    // One after the other: the same rows are not sent by two at once, and each keeps its own place.
    ending = ending
      .then(async () => {
        await before?.forwarder.dispose()
        const now = wanted()
        if (running === null && now !== null)
          running = { of: now.of, forwarder: deps.start(now.config) }
        deps.changed()
      })
      .catch(deps.report)
  }

  follow()
  return {
    current: () => running?.forwarder ?? null,
    follow,
    async dispose() {
      closed = true
      unlisten()
      follow()
      await ending
    },
  }
}
