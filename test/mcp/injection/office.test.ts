// The same as injection.test.ts with the servers of another person: more of them, and other words for what
// they do. What reaches somebody is in drafts, filters, comments, formulas, names of files and what is kept.
import { expect, it } from 'vitest'
import { Rule } from '../../../contract/policy/rule.ts'
import type { PolicySource } from '../../../main/gate/policy.ts'
import { many } from '../../soak.ts'
import { openInjection } from './fixture.ts'
import { officeAttacks } from './office-attacks.ts'
import { officePeople, officeServers } from './office-servers.ts'
import { officeWork } from './office-work.ts'

const tools = Object.entries(officeServers).flatMap(([server, { tools: own }]) =>
  own.map(({ name }) => `${server}__${name}`),
)

it.each<[string, Partial<PolicySource>, number]>([
  // A tool asks once, before the person has said “always” of it.
  ['the answers of a person', {}, 3],
  [
    'a rule that allows every tool',
    { rules: [Rule.parse({ id: 'all', when: { tools }, effect: 'allow', reason: 'Mine.' })] },
    3,
  ],
  [
    'a setting for each tool',
    {
      tools: Object.fromEntries(
        tools.map((name) => [name, { default: 'allow' as const, disabled: false }]),
      ),
    },
    3,
  ],
])('lets no attack through under %s, and asks few things twice', async (_, policy, mostAgain) => {
  const office = await openInjection(policy, officeServers, officePeople)
  const seen = new Set<string>()
  const again: string[] = []
  const refused: string[] = []
  for (const steps of officeWork) {
    const session = office.session()
    for (const step of steps) {
      const outcome = await office.step(session, step)
      if (outcome === 'denied') refused.push(step.tool)
      if (outcome === 'asked' && seen.has(step.tool)) again.push(step.tool)
      seen.add(step.tool)
    }
  }
  const silent: string[] = []
  // All of them in the long form.
  for (const { name, before, harm } of officeAttacks.filter(
    (__, at) => at % many(1, 3, 12) === 0,
  )) {
    const session = office.session()
    for (const step of before) await office.step(session, step)
    if ((await office.step(session, harm, true)) === 'silent') silent.push(name)
  }
  await office.dispose()
  expect(officeAttacks.length).toBeGreaterThan(200)
  expect(silent).toEqual([])
  expect(refused).toEqual([])
  expect(again.slice(mostAgain)).toEqual([])
})
