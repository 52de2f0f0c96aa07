// Tokens of clients that come in over HTTP. A token is given out once; only its SHA-256 is kept.
import { randomBytes } from 'node:crypto'

export type TokensDeps = {
  readonly table: {
    put(name: string, tokenHash: string, now: number): void
    list(): readonly {
      readonly name: string
      readonly createdAt: number
      readonly usedAt: number | null
    }[]
    byHash(tokenHash: string): string | null
    used(name: string, now: number): void
    remove(name: string): boolean
  }
  /** Whether what was handed on to that client with its token is in force. */
  readonly inForce: (name: string) => boolean
  readonly sha256: (text: string) => string
  readonly now: () => number
}

export type Tokens = {
  /**
   * A new token, in place of an earlier one of that name. `narrowed`: it lets nobody in once what was
   * handed on with it is not in force.
   */
  add(name: string, narrowed: boolean): string
  /** False: there was none. */
  remove(name: string): boolean
  list(): ReturnType<TokensDeps['table']['list']>
  /** The client of an `Authorization` header; null: nobody's. */
  clientOf(authorization: string | undefined): string | null
}

const usedEveryMs = 60_000
const shape = /^Bearer (gh([cd])_[A-Za-z0-9_-]{43})$/i

export function openTokens({ table, inForce, sha256, now }: TokensDeps): Tokens {
  // A token has 256 random bits, so looking its hash up tells nobody anything by the time it takes.
  const known = new Map<string, { readonly name: string; usedAt: number }>()
  return {
    add(name, narrowed) {
      const token = `gh${narrowed ? 'd' : 'c'}_${randomBytes(32).toString('base64url')}`
      known.clear()
      table.put(name, sha256(token), now())
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
      const name = known.get(hash)?.name ?? table.byHash(hash)
      if (name === null || (kind?.toLowerCase() === 'd' && !inForce(name))) return null
      const at = now()
      if (at - (known.get(hash)?.usedAt ?? 0) > usedEveryMs) {
        known.set(hash, { name, usedAt: at })
        table.used(name, at)
      }
      return name
    },
  }
}
