// What a person reviews of a server, opens and closes again.
import { canonicalJson } from '../../contract/json.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { chosenItems } from './chosen-items.ts'
import type { LearnedAccess } from './learned-access.ts'
import type { openRunning } from './running-servers.ts'
import { STALE, unknownServer } from './server-failures.ts'
import type { Review, Servers, ServersDeps } from './servers-port.ts'
import { keyOf } from './trust/items.ts'
import { keepScans, type newMemo } from './trust/scan-memo.ts'
import type { openPinStore } from './trust/pin-store.ts'
import type { ServerView } from './trust/present.ts'

export type ServerReviewsDeps = Pick<ServersDeps, 'config' | 'sha256' | 'changed' | 'scanLater'> & {
  readonly viewOf: (server: string) => ServerView | null
  readonly running: ReturnType<typeof openRunning>
  readonly pinStore: ReturnType<typeof openPinStore>
  readonly memo: ReturnType<typeof newMemo>
  readonly access: LearnedAccess
}

export function serverReviews(
  deps: ServerReviewsDeps,
): Pick<Servers, 'review' | 'accept' | 'close'> {
  const { config, sha256, changed, viewOf, running, pinStore, memo } = deps
  /** What is long is looked through beside everything else, before a person is shown it. */
  const scanLong = async (server: string): Promise<void> => {
    const view = viewOf(server)
    const items = view?.unscanned() ?? []
    if (view === null || items.length === 0 || deps.scanLater === undefined) return
    keepScans(memo, items, await deps.scanLater({ items, others: view.others(), own: view.own() }))
  }
  /** Its program is another one than the person reviewed, so it was not started. */
  const isHeld = (server: string): boolean => (running.get(server)?.heldLaunch() ?? null) !== null
  const reviewNow = (server: string): Result<Review, Failure> => {
    const view = viewOf(server)
    const own = config()[server]
    if (view === null || own === undefined) return err(unknownServer(server))
    const items = view.reviewed()
    const { access } = deps.access.of(server, own)
    const shown = [
      items.map(({ what, name, state, now, labels }) => [what, name, state, now, labels]),
      access.news.map(({ what, name }) => [what, name]),
    ]
    return ok({ digest: sha256(canonicalJson(shown)), items, access })
  }

  return {
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
      if (own !== undefined) deps.access.learn(server, own)
      deps.access.acknowledge(server)
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
  }
}
