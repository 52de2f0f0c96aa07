// What the topic `secrets` can do, with its rows in the journal; and what a new passphrase means
// for the store.
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Surface } from '../../contract/call/principal.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { PresenceService } from '../ipc/handlers/step-up.ts'
import type { SecretsService } from '../ipc/handlers/secrets.ts'
import type { Credentials } from '../secrets/credential-store.ts'

export type SecretsServiceDeps = {
  readonly credentials: Credentials
  readonly presence: StepUp
  readonly record: (entry: JournalEntry) => Promise<unknown>
}

type Change = Extract<JournalEntry, { kind: 'secret' }>['change']

/** `presence`: the same as before, but a new passphrase seals the store anew. */
export function secretsService({
  credentials,
  presence,
  record,
}: SecretsServiceDeps): SecretsService & { readonly presence: PresenceService } {
  const noted = (change: Change, name: string | null, surface: Surface) =>
    record({ kind: 'secret', change, name, surface })
  return {
    state: credentials.state,
    list: credentials.list,
    async set(given, surface) {
      const set = await credentials.set(given)
      if (set.ok) await noted('set', given.name, surface)
      return set
    },
    async remove(name, surface) {
      const removed = await credentials.remove(name)
      if (removed.ok) await noted('removed', name, surface)
      return removed
    },
    async unlock(passphrase, surface) {
      const wasOpen = credentials.state().kind === 'open'
      const opened = await credentials.unlock(passphrase)
      if (!wasOpen) await noted(opened.ok ? 'unlocked' : 'failed', null, surface)
      return opened
    },
    async lock(surface) {
      const state = credentials.lock()
      await noted('locked', null, surface)
      return state
    },
    presence: {
      ...presence,
      async setPassphrase(current, passphrase) {
        const set = await presence.setPassphrase(current, passphrase)
        if (!set.ok) return set
        const sealed = await credentials.changePassphrase(current, passphrase)
        return sealed.ok ? set : sealed
      },
    },
  }
}
