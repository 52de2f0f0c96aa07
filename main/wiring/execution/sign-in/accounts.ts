// Joins the accounts that a person signs in to with the credential store, the browser and the
// answer on loopback. To a tool an account is one more credential, by its name.
import { GOOGLE_ACCOUNT, REDDIT_ACCOUNT } from '../../../accounts/account-credential.ts'
import { openGoogleAccount, type GoogleAccount } from '../../../accounts/google-account.ts'
import type { AccountStore } from '../../../accounts/account-store.ts'
import { openRedditApp, type RedditApp } from '../../../accounts/reddit-app.ts'
import { signInOf } from '../../../accounts/sign-in-of.ts'
import type { Config } from '../../../../contract/policy/config/config.ts'
import { err } from '../../../../contract/result.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import { openPage, type OpenedPage } from '../../../host/open-page.ts'
import { listenForSignIn } from '../../../host/sign-in-callback.ts'
import type { Credentials } from '../../../secrets/credential-store.ts'
import { destinationOf, misdirected } from '../../../secrets/destination.ts'
import { isListed } from '../../../egress/allowlist.ts'
import { isSignInPage } from './sign-in-browser.ts'

export type AccountsDeps = {
  readonly credentials: Credentials
  readonly outbound: () => Pick<Outbound, 'signInFetch'>
  readonly services: () => Config['services']
  readonly browse?: ((address: string) => Promise<void>) | undefined
  readonly now: () => number
}

/** As the credential store, with the accounts among what a tool may use. */
export type WithAccounts = Credentials & {
  /** After a 401: whether there is another token to try once. */
  renew(name: string): Promise<boolean>
  readonly google: GoogleAccount
  readonly reddit: RedditApp
}

export function withAccounts(deps: AccountsDeps): WithAccounts {
  const { credentials, services } = deps
  const { signIns } = credentials
  const addresses = () => services().google
  const storeFor = (key: string, token: () => string): AccountStore => ({
    has: () => signIns.has(key),
    isOpen: () => credentials.state().kind === 'open',
    ready: signIns.ready,
    load: () => signIns.load(key, token()),
    save: (text) => signIns.save(key, token(), text),
    remove: () => signIns.remove(key),
  })
  let opened: OpenedPage | null = null
  const google = openGoogleAccount({
    addresses,
    hosts: () => [
      ...new Set([addresses().mail, addresses().calendar].map((url) => new URL(url).host)),
    ],
    fetch: (url) => deps.outbound().signInFetch(url),
    async listen(signal, belongs) {
      const listening = await listenForSignIn(signal, belongs)
      if (!listening.ok) return listening
      const { value } = listening
      return {
        ok: true,
        value: {
          ...value,
          async dispose() {
            await opened?.dispose()
            opened = null
            await value.dispose()
          },
        },
      }
    },
    async browse(page, waiting) {
      if (!isSignInPage(page, addresses().token))
        throw new Error('The sign-in page uses neither https nor this machine.')
      waiting()
      // Without a desktop the person opens the address that is shown.
      if (deps.browse !== undefined) return deps.browse(page).catch(() => {})
      opened = await openPage(page).catch(() => null)
    },
    store: storeFor(signInOf('google'), () => addresses().token),
    now: deps.now,
  })
  const reddit = openRedditApp({
    addresses: () => services().reddit,
    fetch: (url) => deps.outbound().signInFetch(url),
    store: storeFor(signInOf('reddit'), () => services().reddit.token),
    now: deps.now,
  })
  const accounts = new Map<string, Pick<GoogleAccount, 'known' | 'header' | 'renew'>>([
    [GOOGLE_ACCOUNT, google],
    [REDDIT_ACCOUNT, reddit],
  ])
  const listed: Parameters<typeof misdirected>[2] = (to, hosts) => isListed(to, hosts, 'any')
  return {
    ...credentials,
    google,
    reddit,
    known: (name) => accounts.get(name)?.known() ?? credentials.known(name),
    unusableAt(name, url) {
      const found = accounts.get(name)?.known()
      if (found === undefined) return credentials.unusableAt(name, url)
      return found.ok ? misdirected(found.value, destinationOf(url), listed) : found.error
    },
    async credentialFor(name, to) {
      const account = accounts.get(name)
      if (account === undefined) return credentials.credentialFor(name, to)
      const found = account.known()
      if (!found.ok) return found
      const wrong = misdirected(found.value, to, listed)
      return wrong === null ? account.header() : err(wrong)
    },
    renew: async (name) => (await accounts.get(name)?.renew()) ?? false,
  }
}
