// What the credential store needs, and what it can do.
import type {
  Credential,
  Destination,
  NewCredential,
  SecretsState,
} from '../../contract/credential.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import type { SystemStore } from './system-store.ts'
import type { PassphraseCost } from './vault.ts'
import type { VaultFile } from './vault-file.ts'

export type CredentialDeps = {
  readonly file: VaultFile
  /** Null where the host has none. */
  readonly system: SystemStore | null
  /** The Gatehouse passphrase, where the environment of this process gives it. */
  readonly fromEnvironment: () => string | null
  /** Before a first store is made: that this is the passphrase of Gatehouse. */
  readonly confirm: (passphrase: string) => Promise<Result<null, Failure>>
  /** Whether a destination is among these hosts, read as the allowlist is. */
  readonly listed: (to: Destination, hosts: readonly string[]) => boolean
  readonly now: () => number
  readonly changed: () => void
  /** Of a new passphrase lock; left out, the usual one. */
  readonly cost?: PassphraseCost
}

export type Credentials = {
  /**
   * Opens what needs nobody: the system's keychain, or the passphrase of the environment. Never
   * fails; `state` says how it is.
   */
  start(): Promise<void>
  state(): SecretsState
  /** Also while it is closed. By name. */
  list(): readonly Credential[]
  /** `undefined`: with the system's keychain. Makes the store when there is none. */
  unlock(passphrase: string | undefined): Promise<Result<SecretsState, Failure>>
  lock(): SecretsState
  /** Stores, or replaces the one of that name. */
  set(given: NewCredential): Promise<Result<Credential, Failure>>
  remove(name: string): Promise<Result<null, Failure>>
  /**
   * That a tool may be asked about it: it is there, it is no key of Gatehouse itself, and the store
   * is open.
   */
  known(name: string): Result<Credential, Failure>
  /**
   * The header for a tool's request. `secrets.unknown`, `secrets.locked`, `secrets.reserved`,
   * `secrets.elsewhere`, `secrets.insecure`.
   */
  credentialFor(
    name: string,
    to: Destination,
  ): Promise<Result<{ readonly header: string; readonly value: string }, Failure>>
  /**
   * The value itself, for an external server that the person gave it to: into a variable of its
   * program, or a header of its address. Only for a destination it was stored for. Failures as for
   * `credentialFor`.
   */
  valueFor(name: string, to: Destination): Result<string, Failure>
  /** Why it cannot be sent there; null when it can. Failures as for `credentialFor`. */
  unusableAt(name: string, url: string): Failure | null
  /** The model server's key, when one is kept for that server. */
  modelKey(to: Destination): string | null
  /** After the Gatehouse passphrase changed: everything sealed again under the new one. */
  changePassphrase(current: string | undefined, next: string): Promise<Result<null, Failure>>
  /**
   * What signing in to external servers left: one text for each server, good for one address. Never
   * listed, of no use to a tool.
   */
  readonly signIns: {
    /** Also while the store is closed. */
    has(server: string): boolean
    /**
     * That one could be kept. Makes the store where there is none and nobody has to be asked.
     * Failures: `server.sign-in`.
     */
    ready(): Promise<Result<null, Failure>>
    /**
     * Null: none is kept for this address. Failures: `server.sign-in`, where one is and the store
     * is locked.
     */
    load(server: string, resource: string): Promise<Result<string | null, Failure>>
    save(server: string, resource: string, text: string): Promise<Result<null, Failure>>
    /** Fine where none is kept. Failures: `secrets.locked`. */
    remove(server: string): Promise<Result<null, Failure>>
  }
  /** With which senders sign. Never listed, of no use to a tool. Failures: `webhook.secrets-locked`. */
  readonly webhookSecrets: {
    /** That one could be kept. Makes the store where there is none and nobody has to be asked. */
    ready(): Promise<Result<null, Failure>>
    /** Null: there is none. */
    load(hook: string): Promise<Result<string | null, Failure>>
    save(hook: string, secret: string): Promise<Result<null, Failure>>
    remove(hook: string): Promise<Result<null, Failure>>
  }
  /** The key that signs receipts, as one text. Never listed, of no use to a tool. */
  readonly signingKey: {
    isOpen(): boolean
    /** Null: none is kept here. Failures: `secrets.locked`, and what a broken file says. */
    load(): Result<string | null, Failure>
    /** Failures: `secrets.locked` where the store is not open or not there, `secrets.unwritten`. */
    save(text: string): Promise<Result<null, Failure>>
  }
  /** For the redactor, and for nothing else. */
  values(): readonly string[]
}
