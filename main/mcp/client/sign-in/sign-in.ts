// Signing in to a server by OAuth 2.1, as the protocol has it: the library finds the authorization
// server, checks that it is the one it says, and asks with PKCE for a token that is good for this
// resource. Here: what is kept, and that no browser is ever opened but when a person has just asked
// for it.
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Fetch, SignInDeps } from '../deps.ts'
import { SignInRefused, SignInWanted } from './sign-in-errors.ts'
import { signInFault, wordsOf } from './sign-in-fault.ts'

/** By issuer: what one authorization server gave is never shown to another. */
const Stored = z.object({
  clients: z.record(z.string(), z.looseObject({ client_id: z.string() })),
  tokens: z.record(z.string(), z.looseObject({ access_token: z.string(), token_type: z.string() })),
  latest: z.string().nullable(),
})
type Stored = z.infer<typeof Stored>
const nothing: Stored = { clients: {}, tokens: {}, latest: null }

const ANSWER_MS = 300_000

export type SignIn = {
  readonly provider: OAuthClientProvider
  readonly fetch: Fetch
  /** What the next sign-in is finished on, and the fetch for it. */
  use(transport: StreamableHTTPClientTransport, fetchIt: Fetch): void
  /**
   * A person is here: for as long as `work` runs the browser may be opened. `work` is run until it
   * is let in: once before, and once after the person has answered. Failures: `server.sign-in`.
   */
  byPerson<T>(work: () => Promise<T>, signal: AbortSignal): Promise<Result<T, Failure>>
  /** Whether the server's last word was that it does not let us in. */
  challenge(is: boolean): void
  /** What was thrown after that, if it is about signing in and does not pass by itself. */
  fault(name: string, thrown: unknown): Failure | null
}

export function openSignIn(resource: string, clientName: string, deps: SignInDeps): SignIn {
  let stored: Promise<Stored> | null = null
  let latest: {
    readonly transport: StreamableHTTPClientTransport
    readonly fetchIt: Fetch
  } | null = null
  /**
   * What it wants the person to allow, where it said so when there was no person: more than the
   * token is good for.
   */
  let wanted: string | null = null
  /** Only while a person signs in. */
  let visit: { readonly redirectUrl: string; readonly state: string; opened: boolean } | null = null
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  let challenged = false
  let scopesAsked: string | null = null
  /** What is kept without an issuer belongs to this one. */
  const ANY = ''

  const read = (): Promise<Stored> =>
    (stored ??= deps.load(resource).then(
      (text) => {
        if (text === null) return nothing
        try {
          const parsed = Stored.safeParse(JSON.parse(text))
          return parsed.success ? parsed.data : nothing
        } catch {
          return nothing
        }
      },
      // It is kept, but cannot be read now: asked again the next time.
      (thrown: unknown) => {
        stored = null
        throw new SignInWanted(thrown instanceof Error ? thrown.message : undefined)
      },
    ))
  const write = async (next: Stored): Promise<void> => {
    stored = Promise.resolve(next)
    await deps.save(resource, JSON.stringify(next))
  }
  /** Registered for another loopback port: an authorization server need not take that one. */
  const fits = (client: Record<string, unknown>): boolean =>
    visit === null ||
    !Array.isArray(client['redirect_uris']) ||
    client['redirect_uris'].includes(visit.redirectUrl)

  const provider: OAuthClientProvider = {
    get redirectUrl() {
      // Without a person nothing is redirected; the library wants to know what it would be.
      return visit?.redirectUrl ?? 'http://127.0.0.1/'
    },
    get clientMetadata() {
      return {
        client_name: clientName,
        redirect_uris: [visit?.redirectUrl ?? 'http://127.0.0.1/'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: deps.registered === undefined ? 'none' : 'client_secret_basic',
        application_type: 'native',
      }
    },
    ...(deps.clientMetadataUrl === undefined ? {} : { clientMetadataUrl: deps.clientMetadataUrl }),
    state: () => visit?.state ?? '',
    clientInformation: async (context) => {
      if (deps.registered !== undefined)
        return (await deps.registered()) as StoredOAuthClientInformation
      const { clients } = await read()
      const found = clients[context?.issuer ?? ANY] ?? clients[ANY]
      if (found !== undefined && fits(found)) return found as StoredOAuthClientInformation
      if (visit === null) throw new SignInWanted()
      return undefined
    },
    saveClientInformation: async (client, context) => {
      const before = await read()
      await write({ ...before, clients: { ...before.clients, [context?.issuer ?? ANY]: client } })
    },
    tokens: async (context) => {
      const { tokens, latest: issuer } = await read()
      const found = tokens[context === undefined ? (issuer ?? ANY) : context.issuer]
      return found as StoredOAuthTokens | undefined
    },
    saveTokens: async (tokens, context) => {
      if (!TOKEN.test(tokens.access_token))
        throw new SignInRefused('What its authorization server gave as a token is none.')
      const more = addedScopes(scopesAsked, tokens.scope)
      if (more.length > 0) deps.grew?.(more)
      const before = await read()
      const issuer = context?.issuer ?? ANY
      await write({ ...before, tokens: { ...before.tokens, [issuer]: tokens }, latest: issuer })
    },
    redirectToAuthorization: async (url) => {
      if (visit === null) {
        wanted = url.searchParams.get('scope')
        throw new SignInWanted()
      }
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        throw new SignInRefused('The sign-in page has no web address.')
      scopesAsked = url.searchParams.get('scope')
      const mine = visit
      await deps.browse(url.href)
      // Not before: for a page that was not opened nobody waits.
      mine.opened = true
    },
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovery = state),
    discoveryState: () => (visit === null ? undefined : discovery),
    invalidateCredentials: async (what) => {
      const before = await read()
      if (what === 'all' || what === 'discovery') discovery = undefined
      if (what === 'verifier') verifier = ''
      else if (what === 'tokens') await write({ ...before, tokens: {}, latest: null })
      else if (what === 'client') await write({ ...before, clients: {} })
      else if (what === 'all') await write(nothing)
    },
  }

  const widen = async (scope: string, fetchFn: Fetch): Promise<void> => {
    const { auth } = await import('@modelcontextprotocol/client')
    await auth(provider, { serverUrl: resource, scope, forceReauthorization: true, fetchFn })
  }
  const finish = async (
    answered: Promise<URLSearchParams>,
    mine: NonNullable<typeof visit>,
    signal: AbortSignal,
  ): Promise<Failure | null> => {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<null>()
    const timer = setTimeout(() => giveUp(null), ANSWER_MS)
    const stopped = (): void => giveUp(null)
    signal.addEventListener('abort', stopped, { once: true })
    const query = await Promise.race([answered, late])
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
    if (query === null)
      return failure('server.sign-in', 'Nobody signed in.', 'Sign in again under Servers.')
    if (!same(query.get('state') ?? '', mine.state))
      return failure(
        'server.sign-in',
        'The answer does not belong to this sign-in.',
        'Sign in again.',
      )
    try {
      await latest?.transport.finishAuth(query)
      return null
    } catch (thrown) {
      // Whose words these are is not known before the issuer is; the library leaves them out where
      // it cannot tell.
      return failure('server.sign-in', `The sign-in failed. ${wordsOf(thrown)}`, 'Sign in again.')
    }
  }

  return {
    provider,
    fetch: deps.fetch(resource),
    challenge: (is) => void (challenged = is),
    fault: (name, thrown) => (challenged ? signInFault(name, thrown) : null),
    use: (transport, fetchIt) => {
      latest = { transport, fetchIt }
    },
    byPerson: async (work, signal) => {
      const state = randomBytes(32).toString('base64url')
      const listening = await deps.listen(signal, (given) => same(given, state))
      if (!listening.ok) return listening
      const { redirectUrl, answered, dispose } = listening.value
      const mine = { redirectUrl, state, opened: false }
      visit = mine
      discovery = undefined
      try {
        try {
          // The token still lets us in, but not everywhere: asking for the same again would change
          // nothing.
          if (wanted !== null && latest !== null) await widen(wanted, latest.fetchIt)
          else return ok(await work())
        } catch (thrown) {
          if (!mine.opened) throw thrown
        }
        const failed = await finish(answered, mine, signal)
        if (failed !== null) return err(failed)
        wanted = null
      } finally {
        // Whatever is wanted from here on, this person has answered once.
        visit = null
        discovery = undefined
        await dispose()
      }
      return ok(await work())
    },
  }
}

/** As a header can carry it. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/

/** What a token is good for beyond what the person was shown. Nothing named: what was asked for. */
export const addedScopes = (asked: string | null, given: string | undefined): readonly string[] => {
  const known = new Set((asked ?? '').split(' '))
  return (given ?? '').split(' ').filter((scope) => scope !== '' && !known.has(scope))
}

const same = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
