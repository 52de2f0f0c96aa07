// Accounts as tools use them: to a tool an account is one more credential, by its name.
import { failure, type Failure } from '../../contract/failure.ts'
import type { AccountName } from '../../contract/ipc/topics/ipc-accounts.ts'

export const GOOGLE_ACCOUNT = 'google-account'
export const REDDIT_ACCOUNT = 'reddit-account'

export const accountCredential: Readonly<Record<AccountName, string>> = {
  google: GOOGLE_ACCOUNT,
  reddit: REDDIT_ACCOUNT,
}

export const AGAIN_GOOGLE =
  'Sign in again under Capabilities, or run: gatehouse accounts connect google'
const AGAIN_REDDIT = 'Sign in under Capabilities, or run: gatehouse accounts connect reddit'

export const signedOut: Readonly<Record<AccountName, Failure>> = {
  google: failure('secrets.unknown', 'Nobody is signed in to Google.', AGAIN_GOOGLE),
  reddit: failure('secrets.unknown', 'No app is signed in to Reddit.', AGAIN_REDDIT),
}
