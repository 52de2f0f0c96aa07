// The topic `accounts`: signing in to the outside services that want it, with a row in the journal.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { ok } from '../../../contract/result.ts'
import { GOOGLE_ACCOUNT } from '../../accounts/google-account.ts'
import type { GoogleAccount } from '../../accounts/google-account.ts'

export function accountsService(
  google: GoogleAccount,
  record: (entry: JournalEntry) => Promise<unknown>,
): TopicHandlers<'accounts'> {
  return {
    'accounts.list': async () => ok([google.state()]),
    'accounts.sign-in': async ({ clientId, clientSecret }, { surface }) => {
      const signedIn = await google.signIn({ id: clientId, secret: clientSecret })
      if (!signedIn.ok) return signedIn
      await record({ kind: 'secret', change: 'set', name: GOOGLE_ACCOUNT, surface })
      return ok(null)
    },
    'accounts.sign-out': async (_none, { surface }) => {
      const gone = await google.signOut()
      if (!gone.ok) return gone
      await record({ kind: 'secret', change: 'removed', name: GOOGLE_ACCOUNT, surface })
      return ok(null)
    },
  }
}
