// All servers as a screen shows them: without secrets, and with what each was seen to lack.
import type { ServerListing } from '../../../contract/server/server.ts'
import type { Servers } from '../../mcp/servers-port.ts'
import { hideLiterals } from './clear-secrets.ts'

/** @param shown text as it may be shown: what a server writes may hold a secret of the person. */
export function serverListings(
  servers: Pick<Servers, 'listings' | 'missed'>,
  shown: <T>(value: T) => T,
): { now(): ServerListing[]; withMissed(): Promise<ServerListing[]> } {
  const now = (): ServerListing[] =>
    servers.listings().map(({ signInUrl, ...one }) => ({
      ...shown({ ...one, config: hideLiterals(one.config) }),
      // Good for one visit, and of no use unless it is exact.
      ...(signInUrl === undefined ? {} : { signInUrl }),
    }))
  return {
    now,
    withMissed: () =>
      Promise.all(
        now().map(async (one) => {
          const missed = await servers.missed(one.name)
          return missed.length === 0 ? one : { ...one, missed: [...missed] }
        }),
      ),
  }
}
