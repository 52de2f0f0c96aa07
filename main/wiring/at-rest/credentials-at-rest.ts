// The credential store of a Gatehouse that does not run: names and hosts, which are no secrets.
import { join } from 'node:path'
import { AccountName, type AccountState } from '../../../contract/ipc/topics/ipc-accounts.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { accountCredential, signedOut } from '../../accounts/account-credential.ts'
import { lockedStore } from '../../accounts/account-store.ts'
import { signInOf } from '../../accounts/sign-in-of.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { openCredentials } from '../../secrets/credentials.ts'
import { vaultFile, type VaultFile } from '../../secrets/vault-file.ts'

/** Closed, and nothing opens it here. An account that is signed in is in it, as for a tool. */
export async function credentialsAtRest(home: string): Promise<Credentials> {
  const credentials = openCredentials({
    file: readOnce(vaultFile(join(home, 'secrets.json'))),
    // The command line has none.
    system: null,
    fromEnvironment: () => null,
    confirm: async () => err(failure('secrets.locked', 'The store is only looked at here.')),
    listed: () => false,
    now: Date.now,
    changed: () => {},
  })
  await credentials.start()
  const { signIns, known, unusableAt } = credentials
  /** Why no tool can use that account now; null: it is none. */
  const closed = (name: string): Failure | null => {
    const account = AccountName.options.find((one) => accountCredential[one] === name)
    if (account === undefined) return null
    return signIns.has(signInOf(account)) ? lockedStore : signedOut[account]
  }
  return {
    ...credentials,
    known(name) {
      const why = closed(name)
      return why === null ? known(name) : err(why)
    },
    unusableAt: (name, url) => closed(name) ?? unusableAt(name, url),
  }
}

/** Each tool of a service asks for its credential, and a look is of one moment. */
function readOnce(file: VaultFile): VaultFile {
  let known: { readonly vault: ReturnType<VaultFile['read']> } | null = null
  return {
    ...file,
    read() {
      known ??= { vault: file.read() }
      return known.vault
    },
  }
}

export const accountsAtRest = ({ signIns }: Credentials): readonly AccountState[] =>
  AccountName.options.map((account) => ({
    account,
    signedIn: signIns.has(signInOf(account)),
    page: null,
  }))
