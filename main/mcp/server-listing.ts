// One server as the window and the command line list it.
import type { ServerConfig, ServerListing } from '../../contract/server/server.ts'
import type { Connection } from './connection.ts'
import { TAMPERED } from './server-failures.ts'
import type { ServerView } from './trust/present.ts'

export type ServerListingFacts = {
  readonly view: ServerView | undefined
  /** Null: it does not run. */
  readonly connection: Connection | null
  /** Somebody else has written what was reviewed. */
  readonly isTampered: boolean
  readonly access: ServerListing['access']
  readonly advice: readonly string[]
  readonly revisionOf: (offer: ReturnType<Connection['offer']>) => ServerListing['revision']
}

export function serverListing(
  name: string,
  own: ServerConfig,
  { view, connection, isTampered, access, advice, revisionOf }: ServerListingFacts,
): ServerListing {
  const offer = connection?.offer() ?? null
  const open = view?.tools.filter(({ closed }) => closed === null) ?? []
  const tampered = isTampered ? [TAMPERED] : []
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
    revision: revisionOf(offer),
    review: view?.review ?? { fresh: 0, changed: 0, gone: 0, refused: 0 },
    access,
    advice: [...tampered, ...advice],
    log: [...(connection?.log() ?? [])],
  }
}
