// The tokens of one account, as its store has them: shown as a credential without their text, given
// for a request, and replaced before they end.
import type { z } from 'zod'
import type { Credential } from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { lockedStore, type AccountStore } from './account-store.ts'

type Tokens = { readonly access_token: string; readonly expiresAt: number }

export type AccountTokensDeps<T extends Tokens> = {
  readonly name: string
  readonly schema: z.ZodType<T>
  /** Hosts that a token may be sent to. */
  readonly hosts: () => readonly string[]
  readonly store: AccountStore
  readonly now: () => number
  readonly signedOut: Failure
  /** The next ones; what they are kept by is `keep`. */
  readonly refresh: (before: T) => Promise<Result<T, Failure>>
}

/** Before a token ends, so that none ends on its way. */
const EARLY_MS = 60_000

export function accountTokens<T extends Tokens>(deps: AccountTokensDeps<T>) {
  const { store, signedOut } = deps
  let renewing: Promise<Result<T, Failure>> | null = null

  const read = async (): Promise<Result<T, Failure>> => {
    const loaded = await store.load()
    if (!loaded.ok) return loaded
    if (loaded.value === null) return err(signedOut)
    const tokens = deps.schema.safeParse(JSON.parse(loaded.value))
    return tokens.success ? ok(tokens.data) : err(signedOut)
  }
  const refresh = async (): Promise<Result<T, Failure>> => {
    const before = await read()
    return before.ok ? deps.refresh(before.value) : before
  }
  /** One at a time: of two the second would spend a token that the first has replaced. */
  const renewed = (): Promise<Result<T, Failure>> =>
    (renewing ??= refresh().finally(() => {
      renewing = null
    }))

  return {
    async keep(tokens: T): Promise<Result<T, Failure>> {
      const saved = await store.save(JSON.stringify(tokens))
      return saved.ok ? ok(tokens) : saved
    },
    known(): Result<Credential, Failure> {
      if (!store.has()) return err(signedOut)
      return store.isOpen()
        ? ok({
            name: deps.name,
            hosts: [...deps.hosts()],
            header: 'authorization',
            template: 'Bearer {}',
            createdAt: 0,
            lastUsedAt: null,
          })
        : err(lockedStore)
    },
    /** The header for a request, renewed where it is about to end. */
    async header(): Promise<Result<{ readonly header: string; readonly value: string }, Failure>> {
      const tokens = await read()
      const fresh =
        tokens.ok && tokens.value.expiresAt - EARLY_MS <= deps.now() ? await renewed() : tokens
      return fresh.ok
        ? ok({ header: 'authorization', value: `Bearer ${fresh.value.access_token}` })
        : fresh
    },
    /** After a 401: false where there is no other token to try. */
    renew: async (): Promise<boolean> => (await renewed()).ok,
  }
}
