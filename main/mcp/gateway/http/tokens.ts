// Tokens of clients that come in over HTTP. A token is given out once; only its SHA-256 is kept.
import { randomBytes } from 'node:crypto'

export type TokensDeps = {
  readonly table: {
    put(client: Client, tokenHash: string, now: number, delegation: string | null): void
    list(): readonly {
      readonly id: string
      readonly name: string
      readonly createdAt: number
      readonly usedAt: number | null
    }[]
    byHash(tokenHash: string): Client | null
    used(name: string, now: number): void
    remove(name: string): boolean
  }
  /** Whether what was handed on to the client of that id with its token is in force. */
  readonly inForce: (id: string) => boolean
  /** Somebody came with a token for which that is over. */
  readonly tooLate: (name: string) => void
  readonly sha256: (text: string) => string
  readonly now: () => number
}

/** `id`: another one each time that a client of that name is added. */
type Client = { readonly id: string; readonly name: string }

export type Tokens = {
  /**
   * A new token, in place of an earlier one of that name, which was another client. `delegation`: the
   * hash of what is handed on with it; once that is not in force, it lets nobody in.
   */
  add(client: Client, delegation: string | null): string
  /** False: there was none. */
  remove(name: string): boolean
  list(): ReturnType<TokensDeps['table']['list']>
  /** The client of an `Authorization` header; null: nobody's. */
  clientOf(authorization: string | undefined): string | null
}

const usedEveryMs = 60_000
const shape = /^Bearer (gh([cd])_[A-Za-z0-9_-]{43})$/i

export function openTokens({ table, inForce, tooLate, sha256, now }: TokensDeps): Tokens {
  // A token has 256 random bits, so looking its hash up tells nobody anything by the time it takes.
  const known = new Map<string, Client & { usedAt: number }>()
  return {
    add(client, delegation) {
      const token = `gh${delegation === null ? 'c' : 'd'}_${randomBytes(32).toString('base64url')}`
      known.clear()
      table.put(client, sha256(token), now(), delegation)
      return token
    },
    remove(name) {
      known.clear()
      return table.remove(name)
    },
    list: table.list,
    clientOf(authorization) {
      const [, token, kind] = shape.exec(authorization ?? '') ?? []
      if (token === undefined) return null
      const hash = sha256(token)
      const client = known.get(hash) ?? table.byHash(hash)
      if (client === null) return null
      const { id, name } = client
      if (kind?.toLowerCase() === 'd' && !inForce(id)) {
        tooLate(name)
        return null
      }
      const at = now()
      if (at - (known.get(hash)?.usedAt ?? 0) > usedEveryMs) {
        known.set(hash, { id, name, usedAt: at })
        table.used(name, at)
      }
      return name
    },
  }
}
