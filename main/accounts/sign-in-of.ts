// Under which name the credential store keeps what signing in to an account left.
import type { AccountName } from '../../contract/ipc/topics/ipc-accounts.ts'

export const signInOf = (account: AccountName): string => `account/${account}`
