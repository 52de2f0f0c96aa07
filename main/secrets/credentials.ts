// The credential store: closed until somebody opens it, then open until it is closed or
// Gatehouse ends. Values leave it in three ways only: into a header for a host they were stored
// for, to the external server they were stored for, and to the redactor, which hides them.
import type { CredentialDeps, Credentials } from './credential-store.ts'
import type { Credential } from '../../contract/credential.ts'
import { err, ok } from '../../contract/result.ts'
import { behind, locked, unfit } from './credential-failures.ts'
import { openKeyring } from './keyring.ts'
import { isSignIn, reservedForSignIns } from './sign-ins.ts'
import { openOwnTexts } from './own-texts.ts'
import { isWebhookSecret, reservedForWebhooks, webhookSecrets } from './webhook-secrets.ts'
import { keyFrom, newPassphraseLock } from './vault.ts'
import { openStoredSecrets } from './stored-secrets.ts'
import { findSecret, credentialUses } from './credential-uses.ts'

export function openCredentials(deps: CredentialDeps): Credentials {
  const { file, now, cost } = deps
  const keyring = openKeyring(deps)
  const stored = openStoredSecrets(deps, keyring)
  const { serialized, unlock, put, drop, state, listing } = stored
  const { signIns, signingKey } = openOwnTexts({
    file,
    now,
    everything: stored.everything,
    keep: stored.keep,
    put,
    unlock,
    serialized,
    fromEnvironment: deps.fromEnvironment,
    problem: () => state().problem,
    opened: stored.opened,
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
      stored.become(null)
      return state()
    },
    set: ({ value, ...given }) =>
      serialized(async () => {
        const wrong = unfit(given.template, value)
        if (wrong !== null) return err(wrong)
        if (isSignIn(given)) return err(reservedForSignIns)
        if (isWebhookSecret(given)) return err(reservedForWebhooks)
        if (stored.opened() === null && file.read() === null) {
          const created = await unlock(deps.fromEnvironment() ?? undefined)
          if (!created.ok) return created
        }
        if (stored.opened() === null) return err(locked)
        const credential: Credential = { ...given, createdAt: now(), lastUsedAt: null }
        const written = put(credential, value)
        return written.ok ? ok(credential) : written
      }),
    remove: (name) =>
      serialized(async () => {
        const found = findSecret(name, stored)
        if (!found.ok) return found
        return drop(name)
      }),
    ...credentialUses(stored, deps),
    changePassphrase: (current, next) =>
      serialized(async () => {
        const vault = file.read()
        if (vault === null || typeof vault === 'string' || vault.lock.kind !== 'passphrase')
          return ok(null)
        const wasOpen = stored.opened() !== null
        const unlocked = await unlock(current)
        const open = stored.opened()
        if (!unlocked.ok || open === null) return err(behind)
        const lock = newPassphraseLock(cost)
        const written = stored.keep({ lock, key: await keyFrom(next, lock), secrets: open.secrets })
        if (!wasOpen) stored.become(null)
        return written
      }),
    signIns,
    webhookSecrets: webhookSecrets({
      serialized,
      put,
      drop,
      now,
      secrets: () => stored.opened()?.secrets ?? null,
      exists: () => file.read() !== null,
      why: () => state().problem ?? 'it is locked.',
      unlock: () => unlock(deps.fromEnvironment() ?? undefined),
    }),
    signingKey,
    values: stored.hidden,
  }
}
