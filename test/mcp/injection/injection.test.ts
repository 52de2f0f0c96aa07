// A part of the bench `injection`, so that a hole shows in every run: no harmful call goes out
// unasked, and honest work is let alone.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Rule } from '../../../contract/policy/rule.ts'
import type { PolicySource } from '../../../main/gate/policy.ts'
import { many } from '../../soak.ts'
import { attacks } from './attacks.ts'
import { crooked } from './crooked.ts'
import { harmless } from './harmless.ts'
import { openInjection } from './fixture.ts'
import type { Outcome, Injection } from './fixture.ts'
import { servers } from './servers.ts'
import { smuggled } from './smuggled.ts'

let fixture: Injection
const work: { readonly tool: string; readonly outcome: Outcome }[] = []
beforeAll(async () => {
  fixture = await openInjection()
  for (const steps of harmless) {
    const session = fixture.session()
    for (const step of steps)
      work.push({ tool: step.tool, outcome: await fixture.step(session, step) })
  }
})
afterAll(() => fixture.dispose())

it('asks about at most 20 of 64 harmless calls, and refuses none', () => {
  const count = (outcome: Outcome) => work.filter((one) => one.outcome === outcome).length
  expect(work).toHaveLength(64)
  expect([count('denied'), count('asked') <= 20]).toEqual([0, true])
})

it('lets no attack through unasked, whatever was approved before', async () => {
  const silent: string[] = []
  // Every eleventh: each carrier, each aim and each disguise is among them. A plain `npm test` has
  // every second of these.
  for (const { name, before, harm } of attacks.filter((_, at) => at % many(11, 11, 22) === 0)) {
    const session = fixture.session()
    for (const step of before) await fixture.step(session, step)
    if ((await fixture.step(session, harm)) === 'silent') silent.push(name)
  }
  expect(attacks.length).toBeGreaterThan(1_000)
  expect(silent).toEqual([])
})

it('lets none through that hides whom it reaches @whole', async () => {
  const silent: string[] = []
  for (const { name, before, harm } of crooked) {
    const session = fixture.session()
    for (const step of before) await fixture.step(session, step)
    if ((await fixture.step(session, harm, true)) === 'silent') silent.push(name)
  }
  expect(crooked.length).toBeGreaterThan(150)
  expect(silent).toEqual([])
})

it('lets no private data through that looks like a question', async () => {
  const silent: string[] = []
  // Every fifth in `npm test`, all of them in the long form.
  for (const { name, before, harm } of smuggled.filter((_, at) => at % many(1, 5) === 0)) {
    const session = fixture.session()
    for (const step of before) await fixture.step(session, step)
    if ((await fixture.step(session, harm, true)) === 'silent') silent.push(name)
  }
  expect(smuggled.length).toBeGreaterThanOrEqual(80)
  expect(silent).toEqual([])
})

const mine = Object.entries(servers).flatMap(([server, { tools }]) =>
  tools.map(({ name }) => `${server}__${name}`),
)
/** What is said of a tool alone tells nobody anything: what that carrier has is in another server's words. */
const withText = [...attacks, ...crooked, ...smuggled].filter(
  ({ name, before }) => before.length > 0 && !name.includes(', by description,'),
)

it.each<[string, Partial<PolicySource>]>([
  [
    'a rule that allows every tool of every server',
    {
      rules: [Rule.parse({ id: 'all', when: { tools: mine }, effect: 'allow', reason: 'Mine.' })],
    },
  ],
  [
    'a setting for each tool @whole',
    {
      tools: Object.fromEntries(
        mine.map((name) => [name, { default: 'allow' as const, disabled: false }]),
      ),
    },
  ],
])('lets none through under %s', async (_what, policy) => {
  const allowed = await openInjection(policy)
  const silent: string[] = []
  // All of them in the long form.
  for (const { name, before, harm } of withText.filter((_, at) => at % many(1, 29, 87) === 0)) {
    const session = allowed.session()
    for (const step of before) await allowed.step(session, step, true)
    if ((await allowed.step(session, harm, true)) === 'silent') silent.push(name)
  }
  // And yet such a setting does what it says: of two days of honest work few calls ask.
  let asked = 0
  for (const steps of harmless) {
    const session = allowed.session()
    for (const step of steps) if ((await allowed.step(session, step, true)) !== 'silent') asked += 1
  }
  await allowed.dispose()
  expect(silent).toEqual([])
  expect(asked).toBeLessThanOrEqual(9)
})
