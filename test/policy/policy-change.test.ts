// What the journal says of a change of the policy beyond that there was one.
import { expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { policyChange } from '../../main/policy/policy-change.ts'
import { sha256 } from '../gate/decision-requests.ts'

const two = Rule.parse({
  id: 'two',
  when: { tiers: ['R4'] },
  effect: 'confirm',
  approvers: 2,
  reason: 'Grave.',
})
const gone = 'Two persons are not asked any more as before by: two.'

it.each<[what: string, before: Rule[], after: Rule[], said: string]>([
  ['is taken out', [two], [], gone],
  ['asks one person', [two], [{ ...two, approvers: 1 }], gone],
  ['is for less', [two], [{ ...two, when: { tiers: ['R4'], tools: ['exec'] } }], gone],
  ['ends', [two], [{ ...two, expires: '2027-01-01T00:00:00Z' }], gone],
  ['has another name', [two], [{ ...two, id: 'other' }], ''],
  ['is new', [], [two], ''],
])('names a rule for two persons that %s', async (_what, before, after, said) => {
  let config = Config.parse({ rules: before })
  const written: JournalEntry[] = []
  const applied = policyChange({
    policy: () => ({ hash: sha256(JSON.stringify(config)) as never }),
    config: { problem: () => null, current: () => config },
    agents: () => [],
    journal: async (entry) => void written.push(entry),
    reevaluate: async () => {},
  })
  config = Config.parse({ rules: after })
  await applied()
  expect(written).toMatchObject([{ kind: 'policy', change: 'changed', text: said }])
})
