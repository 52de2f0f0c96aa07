// The text of what was handed on to clients of the gateway, and how screens see one of them.
import { z } from 'zod'
import { Delegation } from '../../contract/agent/delegation.ts'
import { strictJson } from '../../contract/strict-json.ts'
import type { ClientDelegation } from '../../contract/server/gateway.ts'

const Stored = z.strictObject({
  clients: z.array(
    z.union([
      z.strictObject({ client: z.string(), delegation: Delegation }),
      // Of before calls were counted beside the token.
      z.strictObject({ client: z.string(), delegation: Delegation, used: z.int().min(0) }),
      // Of before clients had ids: of the client that had the name then.
      z.strictObject({ name: z.string(), delegation: Delegation, used: z.int().min(0) }),
    ]),
  ),
})

export type StoredDelegation = {
  /** The id of the client. */
  readonly client: string
  readonly delegation: Delegation
  /** Null: it is counted beside the token. */
  readonly used: number | null
}

/** Calls of one that has no number. */
export const UNCOUNTED = Number.MAX_SAFE_INTEGER

/**
 * Null where there is something that cannot be understood: then nobody knows who was narrowed.
 * @param read null: there is no such file. May throw what the file system throws
 * @param idOf the client that has that name now
 */
export function readDelegations(
  read: () => string | null,
  idOf: (name: string) => string | null,
): readonly StoredDelegation[] | null {
  try {
    const text = read()
    if (text === null) return []
    const json = strictJson(text)
    if (!json.ok) return null
    return Stored.parse(json.value).clients.flatMap((one) => {
      const client = 'client' in one ? one.client : idOf(one.name)
      const used = 'used' in one ? one.used : null
      return client === null ? [] : [{ client, delegation: one.delegation, used }]
    })
  } catch {
    return null
  }
}

export const writtenDelegations = (clients: ReadonlyMap<string, Delegation>): string =>
  JSON.stringify({
    clients: [...clients].map(([client, delegation]) => ({ client, delegation })),
  })

export const shownDelegation = (
  { grant, expiresAt, turns, hash }: Delegation,
  used: number,
): ClientDelegation => ({
  grant,
  expiresAt,
  calls: turns === UNCOUNTED ? null : turns,
  used,
  hash,
})
