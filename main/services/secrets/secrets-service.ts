// The topic `secrets`: the credential store, with its rows in the journal.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import type { Surface } from '../../../contract/call/principal.ts'
import { ok } from '../../../contract/result.ts'
import type { Credentials } from '../../secrets/credential-store.ts'

type Change = Extract<JournalEntry, { kind: 'secret' }>['change']

export function secretsService(
  credentials: Credentials,
  record: (entry: JournalEntry) => Promise<unknown>,
): TopicHandlers<'secrets'> {
  const noted = (change: Change, name: string | null, surface: Surface) =>
    record({ kind: 'secret', change, name, surface })
  return {
    'secrets.state': async () => ok(credentials.state()),
    'secrets.list': async () => ok([...credentials.list()]),
    async 'secrets.set'(given, { surface }) {
      const set = await credentials.set(given)
      if (set.ok) await noted('set', given.name, surface)
      return set
    },
    async 'secrets.remove'({ name }, { surface }) {
      const removed = await credentials.remove(name)
      if (!removed.ok) return removed
      await noted('removed', name, surface)
      return ok([...credentials.list()])
    },
    async 'secrets.unlock'({ passphrase }, { surface }) {
      const wasOpen = credentials.state().kind === 'open'
      const opened = await credentials.unlock(passphrase)
      if (!wasOpen) await noted(opened.ok ? 'unlocked' : 'failed', null, surface)
      return opened
    },
    async 'secrets.lock'(_none, { surface }) {
      const state = credentials.lock()
      await noted('locked', null, surface)
      return ok(state)
    },
  }
}
