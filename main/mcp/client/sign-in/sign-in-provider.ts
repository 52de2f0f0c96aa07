// What the library asks of us while it signs in: as whom, what is kept, and to open the browser. It
// is never opened but when a person has just asked for it.
import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { SignInDeps } from '../deps.ts'
import { SignInRefused, SignInWanted } from './sign-in-errors.ts'
import { nothingStored, type SignInStore } from './sign-in-store.ts'
import type { Visit } from './visit.ts'

export type SignInProvider = {
  readonly provider: OAuthClientProvider
  /**
   * What it wants the person to allow, where it said so when there was no person: more than the
   * token is good for.
   */
  wanted(): string | null
  /** The person has answered that. */
  answered(): void
  /** What was found out about the authorization server belongs to one visit. */
  forgetDiscovery(): void
}

/** What is kept without an issuer belongs to this one. */
const ANY = ''
/** Without a person nothing is redirected; the library wants to know what it would be. */
const NOWHERE = 'http://127.0.0.1/'

/** @param visit null but while a person signs in. */
export function openProvider(
  clientName: string,
  deps: SignInDeps,
  { read, write }: SignInStore,
  visit: () => Visit | null,
): SignInProvider {
  let wanted: string | null = null
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  let scopesAsked: string | null = null
  const redirectUrl = (): string => visit()?.redirectUrl ?? NOWHERE

  /** Registered for another loopback port: an authorization server need not take that one. */
  const fits = (client: Record<string, unknown>): boolean =>
    visit() === null ||
    !Array.isArray(client['redirect_uris']) ||
    client['redirect_uris'].includes(redirectUrl())

  const provider: OAuthClientProvider = {
    get redirectUrl() {
      return redirectUrl()
    },
    get clientMetadata() {
      return {
        client_name: clientName,
        redirect_uris: [redirectUrl()],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: deps.registered === undefined ? 'none' : 'client_secret_basic',
        application_type: 'native',
      }
    },
    ...(deps.clientMetadataUrl === undefined ? {} : { clientMetadataUrl: deps.clientMetadataUrl }),
    state: () => visit()?.state ?? '',
    clientInformation: async (context) => {
      if (deps.registered !== undefined)
        return (await deps.registered()) as StoredOAuthClientInformation
      const { clients } = await read()
      const found = clients[context?.issuer ?? ANY] ?? clients[ANY]
      if (found !== undefined && fits(found)) return found as StoredOAuthClientInformation
      if (visit() === null) throw new SignInWanted()
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
      const mine = visit()
      if (mine === null) {
        wanted = url.searchParams.get('scope')
        throw new SignInWanted()
      }
      if (url.protocol !== 'https:' && url.protocol !== 'http:')
        throw new SignInRefused('The sign-in page has no web address.')
      scopesAsked = url.searchParams.get('scope')
      await deps.browse(url.href)
      // Not before: for a page that was not opened nobody waits.
      mine.opened = true
    },
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    saveDiscoveryState: (state) => void (discovery = state),
    discoveryState: () => (visit() === null ? undefined : discovery),
    invalidateCredentials: async (what) => {
      const before = await read()
      if (what === 'all' || what === 'discovery') discovery = undefined
      if (what === 'verifier') verifier = ''
      else if (what === 'tokens') await write({ ...before, tokens: {}, latest: null })
      else if (what === 'client') await write({ ...before, clients: {} })
      else if (what === 'all') await write(nothingStored)
    },
  }

  return {
    provider,
    wanted: () => wanted,
    answered: () => void (wanted = null),
    forgetDiscovery: () => void (discovery = undefined),
  }
}

/** As a header can carry it. */
const TOKEN = /^[\x21-\x7e]{1,16384}$/

/** What a token is good for beyond what the person was shown. Nothing named: what was asked for. */
const addedScopes = (asked: string | null, given: string | undefined): readonly string[] => {
  const known = new Set((asked ?? '').split(' '))
  return (given ?? '').split(' ').filter((scope) => scope !== '' && !known.has(scope))
}
