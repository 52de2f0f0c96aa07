// The store of credentials of a Gatehouse that does not run: names and hosts, which are no secrets.
import { join } from 'node:path'
import { AccountName, type AccountState } from '../../../contract/ipc/topics/ipc-accounts.ts'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { signInOf } from '../../accounts/sign-in-of.ts'
import type { Credentials } from '../../secrets/credential-store.ts'
import { openCredentials } from '../../secrets/credentials.ts'
import { vaultFile, type VaultFile } from '../../secrets/vault-file.ts'

/** Closed, and nothing opens it here. */
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
  return credentials
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
