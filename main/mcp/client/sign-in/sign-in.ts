// Signing in to a server by OAuth 2.1, as the protocol has it: the library finds the authorization
// server, checks that it is the one it says, and asks with PKCE for a token that is good for this
// resource. Here: when a person signs in, and how that ends.
import { randomBytes } from 'node:crypto'
import type {
  OAuthClientProvider,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Fetch, SignInDeps } from '../deps.ts'
import { signInFault, wordsOf } from './sign-in-fault.ts'
import { openProvider } from './sign-in-provider.ts'
import { openSignInStore } from './sign-in-store.ts'
import { answerOf, isSameState, type Visit } from './visit.ts'

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
  let latest: {
    readonly transport: StreamableHTTPClientTransport
    readonly fetchIt: Fetch
  } | null = null
  /** Only while a person signs in. */
  let visit: Visit | null = null
  let challenged = false
  const store = openSignInStore(resource, deps)
  const signing = openProvider(clientName, deps, store, () => visit)

  const widen = async (scope: string, fetchFn: Fetch): Promise<void> => {
    const { auth } = await import('@modelcontextprotocol/client')
    await auth(signing.provider, {
      serverUrl: resource,
      scope,
      forceReauthorization: true,
      fetchFn,
    })
  }
  const finish = async (query: URLSearchParams): Promise<Failure | null> => {
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
    provider: signing.provider,
    fetch: deps.fetch(resource),
    challenge: (is) => void (challenged = is),
    fault: (name, thrown) => (challenged ? signInFault(name, thrown) : null),
    use: (transport, fetchIt) => {
      latest = { transport, fetchIt }
    },
    byPerson: async (work, signal) => {
      const state = randomBytes(32).toString('base64url')
      const listening = await deps.listen(signal, (given) => isSameState(given, state))
      if (!listening.ok) return listening
      const { redirectUrl, answered, dispose } = listening.value
      const mine = { redirectUrl, state, opened: false }
      visit = mine
      signing.forgetDiscovery()
      try {
        try {
          // The token still lets us in, but not everywhere: asking for the same again would change
          // nothing.
          const wanted = signing.wanted()
          if (wanted !== null && latest !== null) await widen(wanted, latest.fetchIt)
          else return ok(await work())
        } catch (thrown) {
          if (!mine.opened) throw thrown
        }
        const query = await answerOf(mine, answered, signal)
        if (!query.ok) return query
        const failed = await finish(query.value)
        if (failed !== null) return err(failed)
        signing.answered()
      } finally {
        // Whatever is wanted from here on, this person has answered once.
        visit = null
        signing.forgetDiscovery()
        await dispose()
      }
      return ok(await work())
    },
  }
}
