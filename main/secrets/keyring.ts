// Where the key of the store comes from: the system's keychain, or a passphrase. Counts wrong ones.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { SystemStore } from './system-store.ts'
import {
  keyFrom,
  newKey,
  newPassphraseLock,
  type PassphraseCost,
  type Lock,
  type Secret,
  type Vault,
} from './vault.ts'

export type OpenedVault = {
  readonly lock: Lock
  readonly key: Buffer
  readonly secrets: readonly Secret[]
}

export type KeyringDeps = {
  readonly system: SystemStore | null
  readonly confirm: (passphrase: string) => Promise<Result<null, Failure>>
  readonly now: () => number
  /** Of a new passphrase lock; left out, the usual one. */
  readonly cost?: PassphraseCost
}

export type Keyring = {
  /** Asks the system what it has. Never fails. */
  probe(): Promise<void>
  /** What keeps a new store here. */
  text(): string
  /**
   * Why the store could not be opened without a person; null when it was not tried or went well.
   */
  problem(): string | null
  make(passphrase: string | undefined): Promise<Result<Pick<OpenedVault, 'lock' | 'key'>, Failure>>
  /** The key, not yet tried on the file. */
  open(vault: Vault, passphrase: string | undefined): Promise<Result<Buffer, Failure>>
  /** The key did not fit: counts it and says so. */
  wrong(lock: Lock): Failure
  right(): void
}

/**
 * What Electron uses on a Linux without a keychain: a key that everybody knows, or nobody can say
 * what.
 */
const WEAK = ['basic_text', 'unknown']

/**
 * The one who can ask could also try the file itself; this only keeps a loop from being the easy
 * way.
 */
const FREE_TRIES = 5
const PAUSE_MS = 30_000

export function openKeyring({ system, confirm, now, cost }: KeyringDeps): Keyring {
  let found: { readonly ok: boolean; readonly backend: string } | null = null
  let problem: string | null = null
  let tries = 0
  let closedUntil = 0

  const probe = async (): Promise<boolean> => {
    if (system === null) return false
    // A keychain that throws is a keychain that is not there.
    found = await system.available().catch(() => ({ ok: false, backend: 'none' }))
    return found.ok && !WEAK.includes(found.backend)
  }

  return {
    probe: async () => void (await probe()),
    problem: () => problem,
    text() {
      if (system === null)
        return 'The Gatehouse passphrase keeps the secrets: only the desktop app can use the keychain of the system.'
      if (found === null) return 'Whether the system has a keychain is not known yet.'
      if (found.ok && WEAK.includes(found.backend))
        return 'This system has no keychain: what Electron would use instead protects nothing, so the Gatehouse passphrase keeps the secrets.'
      return found.ok
        ? `The keychain of the system keeps the secrets (${found.backend}).`
        : 'The keychain of the system cannot be used, so the Gatehouse passphrase keeps the secrets.'
    },
    async make(passphrase) {
      if (passphrase === undefined) {
        if (system === null || !(await probe())) return err(needsPassphrase)
        const key = newKey()
        try {
          const wrapped = (await system.encrypt(key.toString('hex'))).toString('base64')
          return ok({ key, lock: { kind: 'system', backend: found?.backend ?? '', wrapped } })
        } catch (error) {
          return err(keychainFailed(error))
        }
      }
      const confirmed = await confirm(passphrase)
      if (!confirmed.ok) return confirmed
      const lock = newPassphraseLock(cost)
      return ok({ lock, key: await keyFrom(passphrase, lock) })
    },
    async open({ lock }, passphrase) {
      if (lock.kind === 'system') {
        if (system === null) return err(elsewhere(lock.backend))
        try {
          const key = Buffer.from(await system.decrypt(Buffer.from(lock.wrapped, 'base64')), 'hex')
          problem = null
          return key.length === 32
            ? ok(key)
            : err(keychainFailed(new Error('it gave something that is no key')))
        } catch (error) {
          problem = keychainFailed(error).text
          return err(keychainFailed(error))
        }
      }
      if (passphrase === undefined) return err(needsPassphrase)
      if (closedUntil > now()) return err(tooMany(closedUntil - now()))
      return ok(await keyFrom(passphrase, lock))
    },
    wrong(lock) {
      if (lock.kind === 'system')
        return keychainFailed(new Error('its key does not open this file'))
      tries += 1
      if (tries % FREE_TRIES === 0) closedUntil = now() + PAUSE_MS
      return failure(
        'secrets.wrong-passphrase',
        'That passphrase does not open the credential store.',
        'If the passphrase of Gatehouse was changed while the store could not be, the one before it does.',
      )
    },
    right() {
      tries = 0
    },
  }
}

const needsPassphrase = failure(
  'secrets.locked',
  'The credential store opens with the Gatehouse passphrase.',
  'Give it with: gatehouse secrets unlock, in the window, or as GATEHOUSE_PASSPHRASE when Gatehouse starts.',
)

const elsewhere = (backend: string): Failure =>
  failure(
    'secrets.keychain-elsewhere',
    `The credential store was made by the desktop app and opens with the keychain of the system (${backend}), which only that app can use.`,
    'Start the desktop app, and use this command beside it.',
  )

const keychainFailed = (error: unknown): Failure =>
  failure(
    'secrets.keychain',
    `The keychain of the system did not open the credential store: ${error instanceof Error ? error.message : String(error)}.`,
    'Unlock the keychain and try again. Nothing was changed.',
  )

const tooMany = (ms: number): Failure =>
  failure(
    'secrets.wait',
    `Too many wrong passphrases: none is tried for ${Math.ceil(ms / 1000)} s.`,
    'Wait, then try again.',
  )
