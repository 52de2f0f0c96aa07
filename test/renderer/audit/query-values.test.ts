// Keys of a query that know all their values are written out, for a screen need not carry the
// schemas. These hold them to those.
import { expect, it } from 'vitest'
import { ApprovalAnswer } from '../../../contract/approval/approval.ts'
import { CallStatus, Route } from '../../../contract/call/call.ts'
import { Effect } from '../../../contract/policy/decision.ts'
import { JournalEntry } from '../../../contract/journal/journal.ts'
import { closedValues } from '../../../contract/journal/closed-values.ts'
import { Channel } from '../../../contract/call/principal.ts'
import { Tier } from '../../../contract/call/tier.ts'

it.each([
  ['kind', JournalEntry.options.flatMap((option) => [...option.shape.kind.values])],
  ['decision', Effect.options],
  ['tier', Tier.options],
  ['route', [...Route.options, 'emergency-stop']],
  ['status', CallStatus.options],
  ['channel', Channel.options],
  ['answer', ApprovalAnswer.options],
] as const)('%s is completed with every value that there is, and with no other', (key, values) => {
  expect(new Set(closedValues[key])).toEqual(new Set(values))
})
