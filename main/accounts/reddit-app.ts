// The person's own app at Reddit, by OAuth 2.0 with the credentials of the app alone: it reads what
// everybody can read. A token that has ended is replaced by itself; nobody but the outbound client sees
// one.
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { REDDIT_ACCOUNT, signedOut } from './account-credential.ts'
import type { AccountStore } from './account-store.ts'
import { accountTokens } from './account-tokens.ts'
import { askToken, type FetchToken } from './token-request.ts'

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
    return tokens.keep({
      client_id: id,
      client_secret: secret,
      access_token,
      expiresAt: now() + expires_in * 1_000,
    })
  }
  const refresh = async ({
    client_id: id,
    client_secret: secret,
  }: Tokens): Promise<Result<Tokens, Failure>> => {
    const next = await tokensFor({ id, secret })
    // The app was deleted, or has another secret now: signing in again is the only way.
    if (!next.ok && next.error.code === unknownApp.code) await store.remove()
    return next
  }
  const tokens = accountTokens({
    name: REDDIT_ACCOUNT,
    schema: Tokens,
    hosts: () => [new URL(addresses().api).host],
    store,
    now,
    signedOut: signedOut.reddit,
    refresh,
  })

  return {
    known: tokens.known,
    header: tokens.header,
    renew: tokens.renew,
    state: () => ({ account: 'reddit' as const, signedIn: store.has(), page: null }),
    /** A person is here and has just typed what the page of their app says. */
    async signIn(client: RedditClient): Promise<Result<null, Failure>> {
      const ready = await store.ready()
      if (!ready.ok) return ready
      const given = await tokensFor(client)
      return given.ok ? ok(null) : given
    },
    signOut: (): Promise<Result<null, Failure>> => store.remove(),
  }
}

const unknownApp = failure(
  'account.refused',
  'Reddit does not know an app with this id and secret.',
  'Copy both again from reddit.com/prefs/apps, of an app of the type “script”.',
)
