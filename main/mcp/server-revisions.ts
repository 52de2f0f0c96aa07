// What tells one state of a server from another: a hash over what was reviewed, and a number that
// rises with everything a review would show.
import { canonicalJson } from '../../contract/json.ts'
import type { Offer, ServerConfig } from '../../contract/server/server.ts'
import type { PinStore } from './trust/pin-store.ts'

export type ServerRevisionsDeps = {
  readonly config: () => Readonly<Record<string, ServerConfig>>
  readonly pinStore: Pick<PinStore, 'of' | 'version'>
  readonly sha256: (text: string) => string
}

export type ServerRevisions = {
  definitionsOf(name: string): string
  revisionOf(name: string, offer: Offer | null): number
}

export function openServerRevisions({
  config,
  pinStore,
  sha256,
}: ServerRevisionsDeps): ServerRevisions {
  const hashed = new Map<string, { readonly at: number; readonly hash: string }>()
  const revisions = new Map<string, { readonly of: readonly unknown[]; readonly number: number }>()
  return {
    definitionsOf(name) {
      const before = hashed.get(name)
      if (before?.at === pinStore.version()) return before.hash
      const hash = sha256(
        canonicalJson(pinStore.of(name).map(({ what, name: own, text }) => [what, own, text])),
      )
      hashed.set(name, { at: pinStore.version(), hash })
      return hash
    },
    revisionOf(name, offer) {
      const of = [offer, pinStore.version(), config()[name]]
      const before = revisions.get(name)
      if (before !== undefined && before.of.every((part, at) => part === of[at]))
        return before.number
      const number = (before?.number ?? 0) + 1
      revisions.set(name, { of, number })
      return number
    },
  }
}
