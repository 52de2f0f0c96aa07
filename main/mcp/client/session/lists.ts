// What a server offers, as it last said. Once it says that this changed, it counts as stale until it is
// read again: nothing is asked of the server meanwhile.
import type { Tool } from '@modelcontextprotocol/client'
import type { Offer } from '../../../../contract/server/server.ts'
import { TooManyOffers, type Discovered } from '../discover.ts'
import { outputCheck, type OutputCheck } from '../output/output-schema.ts'
import type { Lifetime } from './lifetime.ts'
import { reason } from './session-parts.ts'

export type Lists = {
  /** Throws what reading them throws, and `TooManyOffers`. */
  readFirst(): Promise<void>
  /** It has said that they changed. Before they were read once there is nothing to read again. */
  changed(): void
  offer(): Offer
  tool(name: string): { readonly definition: Tool; readonly check: OutputCheck | null } | null
  /** Null while they are as it last said; else settles once they are read again. */
  stale(): Promise<void> | null
  /** They are not read again any more. */
  stop(): void
}

export type ListsDeps = {
  readonly read: () => Promise<Discovered>
  /** How long changes are gathered. */
  readonly quietMs: number
  readonly lifetime: Lifetime
  readonly onOffer: () => void
  readonly onStale: () => void
}

export function openLists({ read, quietMs, lifetime, onOffer, onStale }: ListsDeps): Lists {
  let found: Discovered | null = null
  let checks = new Map<string, OutputCheck>()
  let timer: NodeJS.Timeout | undefined
  let stale: { readonly over: Promise<void>; end(): void } | null = null
  let opened = false
  let reading: Promise<void> = Promise.resolve()

  const take = async (): Promise<void> => {
    found = await read()
    checks = new Map(
      found.offer.tools.flatMap(({ name: tool, outputSchema }) =>
        outputSchema === null ? [] : [[tool, outputCheck(outputSchema)]],
      ),
    )
  }
  const fresh = (): void => {
    if (stale === null) return
    stale.end()
    stale = null
    onStale()
  }
  const takeAgain = async (): Promise<void> => {
    if (lifetime.gone() !== null) return fresh()
    const before = timer
    try {
      await take()
      onOffer()
      // Said once more meanwhile: the list that comes then is the one that counts.
      if (before === timer) fresh()
    } catch (thrown) {
      lifetime.end(
        thrown instanceof TooManyOffers ? 'quarantined' : 'crashed',
        `did not say what it offers: ${reason(thrown)}`,
      )
      fresh()
    }
  }
  const changed = (): void => {
    if (stale === null) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      stale = { over, end }
      onStale()
    }
    clearTimeout(timer)
    if (opened) timer = setTimeout(() => void (reading = reading.then(takeAgain)), quietMs).unref()
  }

  return {
    async readFirst() {
      await take()
      opened = true
      if (stale !== null) changed()
    },
    changed,
    offer: () => (found as Discovered).offer,
    tool(name) {
      const definition = found?.tools.get(name)
      return definition === undefined ? null : { definition, check: checks.get(name) ?? null }
    },
    stale: () => stale?.over ?? null,
    stop: () => clearTimeout(timer),
  }
}
