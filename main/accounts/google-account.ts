// The person's Google account, by OAuth 2.0 for installed programs (RFC 8252): PKCE, the answer on a
// loopback address, tokens in the credential store. A token that has ended is replaced by itself;
// nobody but the outbound client sees one.
import type { SignInCallback } from '../../contract/server/sign-in-callback.ts'
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { AGAIN_GOOGLE, GOOGLE_ACCOUNT, signedOut } from './account-credential.ts'
import type { AccountStore } from './account-store.ts'
import { accountTokens } from './account-tokens.ts'
import { askToken, type FetchToken } from './token-request.ts'

const SCOPES = [
  'https://www.googleapis.com/auth/gmail.modify',
  'https://www.googleapis.com/auth/gmail.send',
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.readonly',
]
const ANSWER_MS = 300_000

const Tokens = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  access_token: z.string(),
  refresh_token: z.string(),
  expiresAt: z.number(),
})
type Tokens = z.infer<typeof Tokens>

export type GoogleClient = { readonly id: string; readonly secret: string }

export type GoogleAccountDeps = {
  /** As it is set now. */
  readonly addresses: () => { readonly signIn: string; readonly token: string }
  /** Hosts that a token may be sent to. */
  readonly hosts: () => readonly string[]
  readonly fetch: (url: string) => FetchToken
  readonly listen: (
    signal: AbortSignal,
    belongs: (state: string) => boolean,
  ) => Promise<Result<SignInCallback, Failure>>
  /** Throws where the page is none to sign in on; a browser that does not open is no fault. */
  readonly browse: (page: string, waiting: () => void) => Promise<void>
  readonly store: AccountStore
  readonly now: () => number
}

export type GoogleAccount = ReturnType<typeof openGoogleAccount>

export function openGoogleAccount(deps: GoogleAccountDeps) {
  const { store, now } = deps
  let visit: AbortController | null = null
  let page: string | null = null

  const ask = (form: Readonly<Record<string, string>>) => {
    const { token } = deps.addresses()
    return askToken({ title: 'Google', url: token, fetch: deps.fetch(token) }, form)
  }
  const refresh = async (before: Tokens): Promise<Result<Tokens, Failure>> => {
    const { client_id, client_secret, refresh_token } = before
    const given = await ask({
      grant_type: 'refresh_token',
      client_id,
      client_secret,
      refresh_token,
    })
    if (!given.ok) {
      // Taken back by the person, or too old: signing in again is the only way.
      if (given.error.code === 'account.refused') await store.remove()
      return given
    }
    return tokens.keep({
      ...before,
      access_token: given.value.access_token,
      refresh_token: given.value.refresh_token ?? refresh_token,
      expiresAt: now() + given.value.expires_in * 1_000,
    })
  }
  const tokens = accountTokens({
    name: GOOGLE_ACCOUNT,
    schema: Tokens,
    hosts: deps.hosts,
    store,
    now,
    signedOut: signedOut.google,
    refresh,
  })

  const exchange = async (
    client: GoogleClient,
    query: URLSearchParams,
    { state, verifier, redirectUrl }: Record<'state' | 'verifier' | 'redirectUrl', string>,
  ): Promise<Result<null, Failure>> => {
    if (!same(query.get('state') ?? '', state))
      return err(
        failure('account.sign-in', 'The answer does not belong to this sign-in.', AGAIN_GOOGLE),
      )
    const code = query.get('code')
    if (code === null)
      return err(failure('account.sign-in', 'Google did not let Gatehouse in.', AGAIN_GOOGLE))
    const given = await ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUrl,
      client_id: client.id,
      client_secret: client.secret,
      code_verifier: verifier,
    })
    if (!given.ok) return given
    const { access_token, refresh_token, expires_in, scope } = given.value
    const missing = SCOPES.filter((one) => scope !== undefined && !scope.split(' ').includes(one))
    if (refresh_token === undefined || missing.length > 0)
      return err(
        failure(
          'account.sign-in',
          'Not everything that email and calendar need was allowed.',
          'Sign in again and leave all the boxes checked.',
        ),
      )
    const stored = await tokens.keep({
      client_id: client.id,
      client_secret: client.secret,
      access_token,
      refresh_token,
      expiresAt: now() + expires_in * 1_000,
    })
    return stored.ok ? ok(null) : stored
  }

  return {
    known: tokens.known,
    header: tokens.header,
    renew: tokens.renew,
    state: () => ({ account: 'google' as const, signedIn: store.has(), page }),
    /** A person is here and has just asked for it. */
    async signIn(client: GoogleClient): Promise<Result<null, Failure>> {
      visit?.abort()
      const mine = new AbortController()
      visit = mine
      const ready = await store.ready()
      if (!ready.ok) return ready
      const state = randomBytes(32).toString('base64url')
      const verifier = randomBytes(48).toString('base64url')
      const listening = await deps.listen(mine.signal, (given) => same(given, state))
      if (!listening.ok) return listening
      const { redirectUrl, answered, dispose } = listening.value
      try {
        const shown = pageOf(deps.addresses().signIn, client, { state, verifier, redirectUrl })
        await deps.browse(shown, () => (page = shown))
        const query = await inTime(answered, mine.signal)
        return query === null
          ? err(failure('account.sign-in', 'Nobody signed in.', AGAIN_GOOGLE))
          : await exchange(client, query, { state, verifier, redirectUrl })
      } catch (thrown) {
        return err(
          failure(
            'account.sign-in',
            thrown instanceof Error ? thrown.message : 'It failed.',
            AGAIN_GOOGLE,
          ),
        )
      } finally {
        await dispose()
        if (visit === mine) {
          visit = null
          page = null
        }
      }
    },
    signOut: (): Promise<Result<null, Failure>> => {
      visit?.abort()
      return store.remove()
    },
    dispose: (): void => visit?.abort(),
  }
}

function pageOf(
  address: string,
  { id }: GoogleClient,
  { state, verifier, redirectUrl }: Record<'state' | 'verifier' | 'redirectUrl', string>,
): string {
  const page = new URL(address)
  const query = {
    client_id: id,
    redirect_uri: redirectUrl,
    response_type: 'code',
    state,
    scope: SCOPES.join(' '),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // So that there is a token to renew by, also where the person has allowed it before.
    access_type: 'offline',
    prompt: 'consent',
  }
  for (const [name, value] of Object.entries(query)) page.searchParams.set(name, value)
  return page.href
}

const inTime = async (
  answered: Promise<URLSearchParams>,
  signal: AbortSignal,
): Promise<URLSearchParams | null> => {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
  const end = (): void => giveUp(null)
  const timer = setTimeout(end, ANSWER_MS)
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
