// What the small shop stored before the pictures: jobs, and what its agent was asked to remember.
import type { JobDraftGiven } from '../../contract/schedule/job-draft.ts'

export const jobs: readonly JobDraftGiven[] = [
  {
    name: 'Prices of the day',
    type: 'agent',
    message: 'read test/price.txt',
    trigger: { kind: 'cron', expression: '0 8 * * 1-6', zone: 'UTC' },
  },
  {
    // It reads the same file until it is ended, so it fails each time.
    name: 'Stock report',
    type: 'agent',
    message: 'read dist/stock.txt\n'.repeat(5).trim(),
    trigger: { kind: 'cron', expression: '0 18 * * 5', zone: 'UTC' },
  },
  {
    name: 'Offer of the week',
    type: 'agent',
    message: 'write docs/offer.md: Quinces are in.',
    trigger: { kind: 'cron', expression: '30 9 * * 1', zone: 'UTC' },
  },
  {
    name: 'Write to the orchard',
    type: 'echo',
    message: 'Ask what is ripe.',
    paused: true,
    trigger: { kind: 'cron', expression: '0 12 * * 3', zone: 'UTC' },
  },
]

type Entry = { readonly title: string; readonly tool: string; readonly args: object }

const remember = (category: string, key: string, value: string): Entry => ({
  title: `Remember ${key}`,
  tool: 'store_memory',
  args: { category, key, value },
})

export const storedEntries: readonly Entry[] = [
  remember('people', 'Ada', 'Runs the shop. Reads mail before nine, and prefers lists.'),
  remember('shop', 'prices', 'All prices are in cents. src/price.ts is the only place for them.'),
  remember(
    'suppliers',
    'orchard',
    'Quinces come on Fridays, in crates of 20. Order two days before.',
  ),
  {
    title: 'Note what was decided on plums',
    tool: 'create_decision',
    args: {
      title: 'Sell plums by the piece',
      description: 'A price for each plum, none for a pound.',
      context: 'Customers buy two or three. The scales were slow.',
      decided_by: 'Ada',
      owner: 'Bo',
      tags: ['prices'],
    },
  },
  {
    title: 'Remind Ada of the crates',
    tool: 'create_reminder',
    args: { title: 'Return the crates', due_date: '2026-11-27', tz: 'UTC', notes: 'All twelve.' },
  },
  {
    title: 'Note what Bo does',
    tool: 'create_delegation',
    args: {
      task: 'Label the quinces',
      delegated_to: 'Bo',
      due_date: '2026-11-24',
      description: 'One label a crate, with the day of the harvest.',
    },
  },
]
