// The person's own app at Reddit, by OAuth 2.0 with the credentials of the app alone: it reads what
// everybody can read. A token that has ended is replaced by itself; nobody but the outbound client sees
// one.
import { z } from 'zod'
import type { Credential } from '../../contract/credential.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { AccountStore } from './account-store.ts'
import { lockedStore } from './account-store.ts'
import { askToken } from './token-request.ts'
import type { FetchToken } from './token-request.ts'

export const REDDIT_ACCOUNT = 'reddit-account'

/** Before a token ends, so that none ends on its way. */
const EARLY_MS = 60_000
/** Reddit turns programs away that do not say who they are. */
const AGENT = 'desktop:gatehouse:1 (personal use)'

const Tokens = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  access_token: z.string(),
  expiresAt: z.number(),
})
type Tokens = z.infer<typeof Tokens>

export type RedditClient = { readonly id: string; readonly secret: string }

export type RedditAppDeps = {
  /** As it is set now. */
  readonly addresses: () => { readonly api: string; readonly token: string }
  readonly fetch: (url: string) => FetchToken
  readonly store: AccountStore
  readonly now: () => number
}

export type RedditApp = ReturnType<typeof openRedditApp>

export function openRedditApp({ addresses, fetch, store, now }: RedditAppDeps) {
  let renewing: Promise<Result<Tokens, Failure>> | null = null

  const read = async (): Promise<Result<Tokens, Failure>> => {
    const loaded = await store.load()
    if (!loaded.ok) return loaded
    if (loaded.value === null) return err(signedOut)
    const tokens = Tokens.safeParse(JSON.parse(loaded.value))
    return tokens.success ? ok(tokens.data) : err(signedOut)
  }
  const tokensFor = async ({ id, secret }: RedditClient): Promise<Result<Tokens, Failure>> => {
    const { token: url } = addresses()
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const given = await askToken(
      {
        title: 'Reddit',
        url,
        fetch: fetch(url),
        headers: { authorization: `Basic ${basic}`, 'user-agent': AGENT },
      },
      { grant_type: 'client_credentials' },
    )
    if (!given.ok) return given.error.code === 'account.client' ? err(unknownApp) : given
    const { access_token, expires_in } = given.value
    const tokens: Tokens = {
      client_id: id,
      client_secret: secret,
      access_token,
      expiresAt: now() + expires_in * 1_000,
    }
    const saved = await store.save(JSON.stringify(tokens))
    return saved.ok ? ok(tokens) : saved
  }
  const refresh = async (): Promise<Result<Tokens, Failure>> => {
    const before = await read()
    if (!before.ok) return before
    const { client_id: id, client_secret: secret } = before.value
    const next = await tokensFor({ id, secret })
    // The app was deleted, or has another secret now: signing in again is the only way.
    if (!next.ok && next.error.code === unknownApp.code) await store.remove()
    return next
  }
  /** One at a time, however many calls find the token ended. */
  const renewed = (): Promise<Result<Tokens, Failure>> =>
    (renewing ??= refresh().finally(() => {
      renewing = null
    }))

  return {
    known: (): Result<Credential, Failure> => {
      if (!store.has()) return err(signedOut)
      return store.isOpen()
        ? ok({
            name: REDDIT_ACCOUNT,
            hosts: [new URL(addresses().api).host],
            header: 'authorization',
            template: 'Bearer {}',
            createdAt: 0,
            lastUsedAt: null,
          })
        : err(lockedStore)
    },
    state: () => ({ account: 'reddit' as const, signedIn: store.has(), page: null }),
    /** A person is here and has just typed what the page of their app says. */
    async signIn(client: RedditClient): Promise<Result<null, Failure>> {
      const ready = await store.ready()
      if (!ready.ok) return ready
      const tokens = await tokensFor(client)
      return tokens.ok ? ok(null) : tokens
    },
    signOut: (): Promise<Result<null, Failure>> => store.remove(),
    /** The header for a request, renewed where it is about to end. */
    async header(): Promise<Result<{ readonly header: string; readonly value: string }, Failure>> {
      const tokens = await read()
      const fresh =
        tokens.ok && tokens.value.expiresAt - EARLY_MS <= now() ? await renewed() : tokens
      return fresh.ok
        ? ok({ header: 'authorization', value: `Bearer ${fresh.value.access_token}` })
        : fresh
    },
    /** After a 401: false where there is no other token to try. */
    renew: async (): Promise<boolean> => (await renewed()).ok,
  }
}

const AGAIN = 'Sign in under Capabilities, or run: gatehouse accounts connect reddit'
const signedOut = failure('secrets.unknown', 'No app is signed in to Reddit.', AGAIN)
const unknownApp = failure(
  'account.refused',
  'Reddit does not know an app with this id and secret.',
  'Copy both again from reddit.com/prefs/apps, of an app of the type “script”.',
)
