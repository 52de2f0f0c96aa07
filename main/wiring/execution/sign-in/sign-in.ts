// Joins the sign-in to one external server: the browser, the answer on loopback, what is kept in
// the credential store.
import { withHint } from '../../../../contract/failure.ts'
import { err } from '../../../../contract/result.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import type { SignInDeps } from '../../../mcp/client/deps.ts'
import type { Credentials } from '../../../secrets/credential-store.ts'
import { openPage, type OpenedPage } from '../../../host/open-page.ts'
import { scopesIn } from '../../../../contract/server/sign-in-scopes.ts'
import { isSignInPage } from './sign-in-browser.ts'
import { SignInRefused } from '../../../mcp/client/sign-in/sign-in-errors.ts'
import { listenForSignIn } from '../../../host/sign-in-callback.ts'

export type SignInWiringDeps = {
  /** As it is in the configuration. */
  readonly url: string
  readonly outbound: Pick<Outbound, 'signInFetch'>
  readonly credentials: Pick<Credentials, 'signIns'>
  /** Left out: the system's own program for it. */
  readonly browse?: ((address: string) => Promise<void>) | undefined
  /** The page that waits for the person; null when none does any more. */
  readonly waiting: (page: string | null) => void
  /** It was opened for a person, and what for. */
  readonly signingIn: (text: string) => void
  /** That the server is still in the configuration: what is removed keeps nothing. */
  readonly wanted: () => boolean
}

export function wireSignIn(
  server: string,
  { url, outbound, credentials, browse, waiting, signingIn, wanted }: SignInWiringDeps,
): SignInDeps {
  let opened: OpenedPage | null = null
  return {
    fetch: outbound.signInFetch,
    grew: (scopes) =>
      signingIn(`it gave a token that is good for more than was asked: ${scopes.join(', ')}`),
    async browse(page) {
      if (!isSignInPage(page, url))
        throw new SignInRefused(
          'The sign-in page is neither behind https nor on this machine, or it has a password in its address.',
        )
      waiting(page)
      signingIn(signInText(page))
      // Without a desktop the person opens the address that is shown.
      if (browse !== undefined) return browse(page).catch(() => {})
      opened = await openPage(page).catch(() => null)
    },
    async listen(signal, belongs) {
      const ready = await credentials.signIns.ready()
      if (!ready.ok) return err({ ...ready.error, text: withHint(ready.error) })
      const listening = await listenForSignIn(signal, belongs)
      if (!listening.ok) return listening
      const { value } = listening
      return {
        ok: true,
        value: {
          ...value,
          async dispose() {
            waiting(null)
            await opened?.dispose()
            opened = null
            await value.dispose()
          },
        },
      }
    },
    async load(resource) {
      const stored = await credentials.signIns.load(server, resource)
      if (!stored.ok) throw new Error(withHint(stored.error))
      return stored.value
    },
    async save(resource, secret) {
      if (!wanted()) return
      const saved =
        secret === null
          ? await credentials.signIns.remove(server)
          : await credentials.signIns.save(server, resource, secret)
      if (!saved.ok) throw new Error(saved.error.text)
    },
  }
}

const signInText = (page: string): string => {
  const scopes = scopesIn(page)
  return `${new URL(page).host} asks for ${scopes.length === 0 ? 'no scopes by name' : scopes.join(', ')}`
}
