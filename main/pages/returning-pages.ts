// Which pages of a browser may come back after Gatehouse was started again, and the proofs of both
// sides. A page has a pair of its own that never leaves its memory, so a page that somebody else
// serves at our address has nothing to sign with; and the home has a pair for each page, so that the
// page signs nothing for anybody else (decision 81).
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { type KeepAnswer, type ReturnFacts, returnText } from '../../contract/ipc/page-return.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'

/** How long a page may come back after it was last seen, in milliseconds. */
export const IDLE_MS = 12 * 3_600_000
/** How long in all, over every return, after a person opened a link, in milliseconds. */
export const WHOLE_MS = 7 * 24 * 3_600_000
/** Pages that are kept; the one that was not seen for the longest time goes first. */
export const MOST_PAGES = 64

export type StoredPage = {
  readonly id: string
  readonly pageKey: string
  readonly homeKey: string
  readonly homePrivate: string
  readonly port: number
  readonly enteredAt: number
  readonly seenAt: number
}

export type ReturningPagesDeps = {
  readonly table: {
    list(): readonly StoredPage[]
    get(id: string): StoredPage | null
    put(page: StoredPage): void
    see(id: string, at: number): void
    remove(id: string): boolean
  }
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

export type ReturningPages = {
  /**
   * A page that is in leaves its public key, or says that it is still there. Null: this is no public
   * key of P-256.
   */
  keep(page: KeptPage): KeepAnswer | null
  /** The port where pages are waiting, the last seen first; null: nobody is. */
  port(): number | null
  /** Whether a page that asks at a port is known; what is past its time is gone with it. */
  find(id: string, port: number): 'unknown' | 'same-start' | 'known'
  /** The home's proof for a page; null where it is not known. */
  prove(facts: ReturnFacts): string | null
  /**
   * Whether the signature is the page's. Either way the page is forgotten, so that none comes back
   * twice by one key. When its person came in; null: it may not come back.
   */
  admit(facts: ReturnFacts, signature: string): Promise<number | null>
  /** Forgets all. How many there were. */
  forgetAll(): number
}

export type KeptPage = {
  readonly key: string
  readonly port: number
  readonly enteredAt: number
}

export function openReturningPages({ table, now, record }: ReturningPagesDeps): ReturningPages {
  /** Pages that this very process has let in: their own line heals. */
  const here = new Set<string>()

  const expired = ({ enteredAt, seenAt }: StoredPage): boolean =>
    now() >= seenAt + IDLE_MS || now() >= enteredAt + WHOLE_MS
  const forget = (id: string): void => {
    table.remove(id)
    here.delete(id)
  }
  const current = (): readonly StoredPage[] => {
    const all = table.list()
    for (const page of all) if (expired(page)) forget(page.id)
    return all.filter((page) => !expired(page))
  }
  const at = (id: string, port: number): StoredPage | null => {
    const page = table.get(id)
    if (page === null) return null
    if (!expired(page)) return page.port === port ? page : null
    forget(id)
    return null
  }

  return {
    keep({ key, port, enteredAt }) {
      if (!isP256(key)) return null
      const pages = current()
      const known = pages.find((page) => page.pageKey === key)
      if (known !== undefined) {
        if (known.port !== port || !here.has(known.id)) return null
        table.see(known.id, now())
        return { id: known.id, homeKey: known.homeKey }
      }
      for (const { id } of pages.slice(MOST_PAGES - 1)) forget(id)
      const page = { ...newPair(), pageKey: key, port, enteredAt, seenAt: now() }
      table.put(page)
      here.add(page.id)
      return { id: page.id, homeKey: page.homeKey }
    },
    port: () => current()[0]?.port ?? null,
    find(id, port) {
      if (at(id, port) === null) return 'unknown'
      return here.has(id) ? 'same-start' : 'known'
    },
    prove(facts) {
      const page = at(facts.id, facts.port)
      if (page === null) return null
      const key = createPrivateKey({
        key: Buffer.from(page.homePrivate, 'base64'),
        format: 'der',
        type: 'pkcs8',
      })
      return sign('sha256', Buffer.from(returnText('home', facts)), {
        key,
        dsaEncoding: 'ieee-p1363',
      }).toString('base64')
    },
    async admit(facts, signature) {
      const page = at(facts.id, facts.port)
      if (page === null || here.has(page.id)) return null
      const good = verify(
        'sha256',
        Buffer.from(returnText('page', facts)),
        { key: publicKey(page.pageKey), dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64'),
      )
      forget(page.id)
      await record({
        kind: 'page',
        change: good ? 'returned' : 'refused',
        port: facts.port,
        pages: 1,
        surface: 'browser',
      })
      return good ? page.enteredAt : null
    },
    forgetAll() {
      const all = table.list()
      for (const { id } of all) forget(id)
      return all.length
    },
  }
}

function newPair(): Pick<StoredPage, 'id' | 'homeKey' | 'homePrivate'> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    id: randomBytes(16).toString('base64url'),
    homeKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    homePrivate: pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  }
}

const publicKey = (key: string) =>
  createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })

function isP256(key: string): boolean {
  try {
    return publicKey(key).asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
