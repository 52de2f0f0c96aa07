// The topic `accounts`: signing in to the outside services that want it, with a row in the journal.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { AccountName, AccountState } from '../../../contract/ipc/topics/ipc-accounts.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok, type Result } from '../../../contract/result.ts'
import { accountCredential } from '../../accounts/account-credential.ts'
import type { GoogleAccount } from '../../accounts/google-account.ts'
import type { RedditApp } from '../../accounts/reddit-app.ts'

type Account = {
  state(): AccountState
  signIn(client: { readonly id: string; readonly secret: string }): Promise<Result<null, Failure>>
  signOut(): Promise<Result<null, Failure>>
}

export function accountsService(
  { google, reddit }: { readonly google: GoogleAccount; readonly reddit: RedditApp },
  record: (entry: JournalEntry) => Promise<unknown>,
): TopicHandlers<'accounts'> {
  const accounts: Readonly<Record<AccountName, Account>> = { google, reddit }
  return {
    'accounts.list': async () => ok([google.state(), reddit.state()]),
    'accounts.sign-in': async ({ account, clientId, clientSecret }, { surface }) => {
      const signedIn = await accounts[account].signIn({ id: clientId, secret: clientSecret })
      if (!signedIn.ok) return signedIn
      await record({ kind: 'secret', change: 'set', name: accountCredential[account], surface })
      return ok(null)
    },
    'accounts.sign-out': async ({ account }, { surface }) => {
      const gone = await accounts[account].signOut()
      if (!gone.ok) return gone
      await record({ kind: 'secret', change: 'removed', name: accountCredential[account], surface })
      return ok(null)
    },
  }
}
