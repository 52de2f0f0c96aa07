// What rows about the gateway, the model server and the store of credentials say.
import type { JournalEntry } from '../../../contract/journal/journal.ts'

type Change<K extends 'gateway' | 'model'> = Extract<JournalEntry, { kind: K }>['change']

const times = (n: number): string => (n === 1 ? '' : `, ${n.toLocaleString('en')} times`)

export const gatewayStrings = {
  secret: (change: 'set' | 'removed' | 'unlocked' | 'locked' | 'failed', name: string | null) =>
    ({
      set: `${name} stored`,
      removed: `${name} removed`,
      unlocked: 'store opened',
      locked: 'store locked',
      failed: 'store not opened',
    })[change],
  terminal: (change: 'typed' | 'ended', name: string, agent: string) =>
    change === 'typed'
      ? `You typed into the terminal session ${name} of ${agent}`
      : `You ended the terminal session ${name} of ${agent}`,
  terminalHidden: 'not written down',
  jobRemoved: (name: string) => `${name} removed`,
  gateway: (change: Change<'gateway'>, client: string | null, count: number) =>
    `${
      {
        'token-refused': 'A token was refused',
        throttled: `${client ?? 'A client'} made too many requests at once`,
        'too-large': `${client ?? 'A client'} sent a message that is too long`,
        'client-added': `${client} was added`,
        'client-removed': `${client} was removed`,
      }[change]
    }${times(count)}`,
  model: (change: Change<'model'>, count: number) =>
    `${{ selected: 'selected', unreachable: 'not reachable', failed: 'failed' }[change]}${times(count)}`,
}
