// What is at the head of the card of a call that notes something for a person.
import { expect, it } from 'vitest'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { RecordKind } from '../../../contract/record/record.ts'
import { createDecision } from '../../../tools/decisions/create-decision.ts'
import { updateDecision } from '../../../tools/decisions/update-decision.ts'
import { createDelegation } from '../../../tools/delegations/create-delegation.ts'
import { storeMemory } from '../../../tools/memory/store-memory.ts'
import { createReminder } from '../../../tools/reminders/create-reminder.ts'
import { dismissSuggestion } from '../../../tools/suggestions/dismiss-suggestion.ts'

const rows: readonly (readonly [
  title: string,
  tool: AnyTool,
  args: object,
  of: RecordKind | null,
  record: { readonly id: number; readonly title: string; readonly updatedAt: number } | null,
])[] = [
  ['Add the decision Sell plums', createDecision, { title: 'Sell plums' }, 'decision', null],
  [
    'Change the decision 4, Sell plums',
    updateDecision,
    { decision_id: 4, status: 'executed' },
    'decision',
    { id: 4, title: 'Sell plums', updatedAt: 0 },
  ],
  ['Add the reminder Crates', createReminder, { title: 'Crates' }, 'reminder', null],
  [
    'Add the delegation Label them',
    createDelegation,
    { task: 'Label them', delegated_to: 'Bo' },
    'delegation',
    null,
  ],
  [
    'Dismiss the suggestion Weekly report',
    dismissSuggestion,
    { category: 'reminder', title: 'Weekly report' },
    'suggestion',
    null,
  ],
  [
    'Remember people / Ada',
    storeMemory,
    { category: 'people', key: 'Ada', value: 'Likes tea.' },
    null,
    null,
  ],
]

it.each(rows)('a card is headed by what is noted: %s', (title, tool, args, of, record) => {
  const facts = tool.facts?.(tool.input.parse(args), {
    now: 0,
    touches: of === null ? [] : [{ kind: 'record', of, access: 'write', record }],
  })
  expect(`${facts?.verb} ${facts?.target}`).toBe(title)
})
