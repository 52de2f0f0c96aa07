// The store of credentials: closed until somebody opens it, then open until it is closed or
// Gatehouse ends. Values leave it in three ways only: into a header for a host they were stored
// for, to the external server they were stored for, and to the redactor, which hides them.
import type { CredentialDeps, Credentials } from './credential-store.ts'
import { letGo } from '../../contract/let-go.ts'
import { MODEL_KEY, type Credential, type SecretsState } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import {
  behind,
  locked,
  reserved,
  tampered,
  unfit,
  unknown,
  unreadable,
} from './credential-failures.ts'
import { destinationOf, headerValue, misdirected, partsOf } from './destination.ts'
import { openKeyring, type OpenedVault } from './keyring.ts'
import { isListed, plain } from './listed.ts'
import { isSignIn, reservedForSignIns, tokensIn } from './sign-ins.ts'
import { openOwnTexts } from './own-texts.ts'
import { isWebhookSecret, reservedForWebhooks, webhookSecrets } from './webhook-secrets.ts'
import { keyFrom, newPassphraseLock, openVault, encryptVault, type Secret } from './vault.ts'

/**
 * `lastUsedAt` is kept to the minute, so that a busy credential does not cost a write for each
 * request.
 */
const MINUTE = 60_000

export function openCredentials(deps: CredentialDeps): Credentials {
  const { file, now, changed, listed, cost } = deps
  const keyring = openKeyring(deps)
  let open: OpenedVault | null = null
  let hidden: readonly string[] = []

  // One change at a time: two at once would each write the file without the other's.
  let slot: Promise<unknown> = Promise.resolve()
  const serialized = <T>(work: () => Promise<T>): Promise<T> => {
    const next = slot.then(work)
    slot = next.catch(() => {})
    return next
  }

  const become = (next: OpenedVault | null): void => {
    open = next
    hidden =
      next === null
        ? []
        : next.secrets.flatMap(({ credential, value }) =>
            isSignIn(credential) ? tokensIn(value) : partsOf(credential, value),
          )
    changed()
  }

  /** Writes first: what is not on the disk is not said to be stored. */
  const keep = (next: OpenedVault): Result<null, Failure> => {
    try {
      file.write(encryptVault(next.lock, next.key, next.secrets))
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return err(
        failure(
          'secrets.unwritten',
          `The secrets could not be saved to ${file.path}: ${why}.`,
          'Nothing was changed. Free some disk space, or check the permissions.',
        ),
      )
    }
    become(next)
    return ok(null)
  }

  const everything = (): readonly Credential[] => {
    if (open !== null) return open.secrets.map(({ credential }) => credential)
    const vault = file.read()
    return vault === null || typeof vault === 'string' ? [] : vault.entries.map(plain)
  }
  const listing = (): readonly Credential[] => everything().filter(isListed)

  const state = (): SecretsState => {
    const text = keyring.text()
    if (open !== null)
      return {
        kind: 'open',
        storedBy: open.lock.kind,
        count: listing().length,
        text,
        problem: null,
      }
    const vault = file.read()
    if (vault === null) return { kind: 'none', storedBy: null, count: 0, text, problem: null }
    if (typeof vault === 'string')
      return {
        kind: 'broken',
        storedBy: null,
        count: 0,
        text,
        problem: unreadable(file.path, vault).text,
      }
    return {
      kind: 'locked',
      storedBy: vault.lock.kind,
      count: vault.entries.filter(isListed).length,
      text,
      problem: keyring.problem(),
    }
  }

  const unlock = async (passphrase: string | undefined): Promise<Result<SecretsState, Failure>> => {
    if (open !== null) return ok(state())
    const vault = file.read()
    if (typeof vault === 'string') return err(unreadable(file.path, vault))
    if (vault === null) {
      const created = await keyring.make(passphrase)
      if (!created.ok) return created
      const stored = keep({ ...created.value, secrets: [] })
      return stored.ok ? ok(state()) : stored
    }
    const key = await keyring.open(vault, passphrase)
    if (!key.ok) return key
    const secrets = openVault(vault, key.value)
    if (secrets === 'wrong-key') return err(keyring.wrong(vault.lock))
    if (secrets === 'changed') return err(tampered(file.path))
    keyring.right()
    become({ lock: vault.lock, key: key.value, secrets })
    return ok(state())
  }

  const find = (name: string): Result<Secret, Failure> => {
    const there = listing().some((credential) => credential.name === name)
    if (!there) return err(unknown(name, listing()))
    const found = open?.secrets.find(({ credential }) => credential.name === name)
    return found === undefined ? err(locked) : ok(found)
  }

  const forTools = (name: string): Result<Secret, Failure> =>
    name === MODEL_KEY ? err(reserved) : find(name)

  const used = (name: string): void => {
    letGo(
      serialized(async () => {
        const at = now()
        if (
          open?.secrets.some(
            ({ credential }) =>
              credential.name === name && at - (credential.lastUsedAt ?? 0) >= MINUTE,
          ) !== true
        )
          return
        const stamped = ({ credential, value }: Secret): Secret =>
          credential.name === name
            ? { credential: { ...credential, lastUsedAt: at }, value }
            : { credential, value }
        // A stamp that could not be written is no reason to fail a request.
        keep({ ...open, secrets: open.secrets.map(stamped) })
      }),
    )
  }

  const put = (credential: Credential, value: string): Result<null, Failure> => {
    if (open === null) return err(locked)
    return keep({
      ...open,
      secrets: [
        ...open.secrets.filter((one) => one.credential.name !== credential.name),
        { credential, value },
      ],
    })
  }
  const drop = (name: string): Result<null, Failure> =>
    open === null
      ? err(locked)
      : keep({
          ...open,
          secrets: open.secrets.filter(({ credential }) => credential.name !== name),
        })
  const { signIns, signingKey } = openOwnTexts({
    file,
    now,
    everything,
    keep,
    put,
    unlock,
    serialized,
    fromEnvironment: deps.fromEnvironment,
    problem: () => state().problem,
    opened: () => open,
  })

  return {
    start: () =>
      serialized(async () => {
        const vault = file.read()
        if (vault === null || typeof vault === 'string') return keyring.probe()
        const passphrase =
          vault.lock.kind === 'system' ? undefined : (deps.fromEnvironment() ?? null)
        await keyring.probe()
        if (passphrase !== null) await unlock(passphrase)
      }),
    state,
    list: () => listing().toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    unlock: (passphrase) => serialized(() => unlock(passphrase)),
    lock() {
      become(null)
      return state()
    },
    set: ({ value, ...given }) =>
      serialized(async () => {
        const wrong = unfit(given.template, value)
        if (wrong !== null) return err(wrong)
        if (isSignIn(given)) return err(reservedForSignIns)
        if (isWebhookSecret(given)) return err(reservedForWebhooks)
        if (open === null && file.read() === null) {
          const created = await unlock(deps.fromEnvironment() ?? undefined)
          if (!created.ok) return created
        }
        if (open === null) return err(locked)
        const credential: Credential = { ...given, createdAt: now(), lastUsedAt: null }
        const stored = put(credential, value)
        return stored.ok ? ok(credential) : stored
      }),
    remove: (name) =>
      serialized(async () => {
        const found = find(name)
        if (!found.ok) return found
        return drop(name)
      }),
    known(name) {
      const found = forTools(name)
      return found.ok ? ok(found.value.credential) : found
    },
    async credentialFor(name, to) {
      const found = forTools(name)
      if (!found.ok) return found
      const { credential, value } = found.value
      const wrong = misdirected(credential, to, listed)
      if (wrong !== null) return err(wrong)
      used(name)
      return ok({ header: credential.header, value: headerValue(credential, value) })
    },
    valueFor(name, to) {
      const found = forTools(name)
      if (!found.ok) return found
      const wrong = misdirected(found.value.credential, to, listed)
      if (wrong !== null) return err(wrong)
      used(name)
      return ok(found.value.value)
    },
    unusableAt(name, url) {
      const found = forTools(name)
      return found.ok
        ? misdirected(found.value.credential, destinationOf(url), listed)
        : found.error
    },
    modelKey(to) {
      const found = find(MODEL_KEY)
      return found.ok && misdirected(found.value.credential, to, listed) === null
        ? found.value.value
        : null
    },
    changePassphrase: (current, next) =>
      serialized(async () => {
        const vault = file.read()
        if (vault === null || typeof vault === 'string' || vault.lock.kind !== 'passphrase')
          return ok(null)
        const wasOpen = open !== null
        const opened = await unlock(current)
        if (!opened.ok || open === null) return err(behind)
        const lock = newPassphraseLock(cost)
        const stored = keep({ lock, key: await keyFrom(next, lock), secrets: open.secrets })
        if (!wasOpen) become(null)
        return stored
      }),
    signIns,
    webhookSecrets: webhookSecrets({
      serialized,
      put,
      drop,
      now,
      secrets: () => open?.secrets ?? null,
      exists: () => file.read() !== null,
      why: () => state().problem ?? 'it is locked.',
      unlock: () => unlock(deps.fromEnvironment() ?? undefined),
    }),
    signingKey,
    values: () => hidden,
  }
}
