// What rows about second approvals say.
import type { JournalEntry } from '../../../contract/journal/journal.ts'

type Change = Extract<JournalEntry, { kind: 'second-approval' }>['change']

export const secondStrings = {
  second: (change: Change, person: string | null, machine: string) =>
    ({
      asked: `You approved first; ${person} (${machine}) was asked for the second approval`,
      given: `You answered what ${person} (${machine}) asked`,
      'request-refused': `A request that claims to be from ${machine} was refused`,
      'answer-refused': `An answer that claims to be from ${machine} was refused`,
    })[change],
  secondOf: ({ person, machine }: { readonly person: string; readonly machine: string }) =>
    `and by ${person} on ${machine}`,
}
