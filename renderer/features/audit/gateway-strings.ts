// What rows about the gateway, the model server and the credential store say.
import type { JournalEntry } from '../../../contract/journal/journal.ts'

type Change<K extends 'gateway' | 'model' | 'schedule' | 'webhook' | 'bundle'> = Extract<
  JournalEntry,
  { kind: K }
>['change']

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
  job: (name: string, change: Change<'schedule'>) =>
    `${name} ${{ run: 'started by hand', started: 'started', missed: 'missed', stopped: 'stopped', added: 'added', changed: 'changed', paused: 'paused', resumed: 'resumed', removed: 'removed', repeated: 'repeated', discarded: 'discarded', cleared: 'cleared', succeeded: 'succeeded', failed: 'failed', recording: 'its answers are recorded', replaying: 'recorded answers are played' }[change]}`,
  terminal: (change: 'typed' | 'ended', name: string, agent: string) =>
    change === 'typed'
      ? `You typed into the terminal session ${name} of ${agent}`
      : `You ended the terminal session ${name} of ${agent}`,
  terminalHidden: 'not recorded',
  agentTurned: (change: 'enabled' | 'disabled', name: string) =>
    change === 'enabled' ? `The agent ${name} is turned on` : `The agent ${name} is turned off`,
  agentMade: (maker: string) => `made by ${maker}`,
  record: (change: 'changed' | 'removed', of: string, id: number) =>
    `${change === 'changed' ? 'Changed' : 'Deleted'} the ${of} entry ${id}`,
  gateway: (change: Change<'gateway'>, client: string | null, count: number) =>
    `${
      {
        'token-refused': 'A token was refused',
        throttled: `${client ?? 'A client'} made too many requests at once`,
        'too-large': `${client ?? 'A client'} sent a message that is too long`,
        'client-added': `${client} was added`,
        'client-removed': `${client} was removed`,
        'token-narrowed': `${client} got a token with limits`,
        'token-used-up': `${client} made the last call of its token`,
        'token-expired': `${client} used a token that has ended`,
        'token-revoked': `The limited token of ${client} was revoked`,
      }[change]
    }${times(count)}`,
  webhook: (change: Change<'webhook'>, name: string | null, count: number) =>
    `${
      {
        added: `The webhook ${name} was added`,
        renewed: `The webhook ${name} has a new secret`,
        paused: `The webhook ${name} was paused`,
        resumed: `The webhook ${name} was resumed`,
        removed: `The webhook ${name} was removed`,
        sent: `An event of ${name} was sent by hand`,
        processed: `An event of ${name} was marked as processed`,
        received: `An event of ${name} came in`,
        'signature-refused': 'A webhook with a wrong or old signature was refused',
        throttled: `${name ?? 'A sender'} sent too many events within a minute`,
        'too-large': 'A webhook with a body that is too long was refused',
      }[change]
    }${times(count)}`,
  bundle: (change: Change<'bundle'>, organisation: string, serial: number | null) => {
    const it = `The policy bundle${serial === null ? '' : ` ${serial}`} of ${organisation}`
    return {
      unchanged: `${it} is unchanged`,
      applied: `${it} is in force`,
      waiting: `${it} would loosen something and waits for you`,
      accepted: `${it} was accepted`,
      refused: `${it} was refused`,
      unreachable: `${it} could not be fetched`,
      expired: `${it} has expired and stays in force`,
    }[change]
  },
  model: (change: Change<'model'>, count: number) =>
    `${{ selected: 'selected', unreachable: 'not reachable', failed: 'failed', recording: 'its answers are recorded', replaying: 'recorded answers are played' }[change]}${times(count)}`,
}
