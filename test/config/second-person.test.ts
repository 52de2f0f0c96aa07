// What a configuration is told about rules for two persons and the machines of others.
import { expect, it } from 'vitest'
import { parseFile } from '../../main/config/parse.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const facts = policyFacts(() => Date.parse('2026-11-27T12:00:00Z'))
const KEY = 'ab'.repeat(32)
const rule = (more: string): string =>
  `rules:\n  - id: two\n    when: { tiers: [R4] }\n    reason: because\n${more}`
const fleet = (more = ''): string =>
  `fleet:\n  machine: ada-laptop\n  database: { host: /run/postgresql, user: m }\n${more}`
const bob = (more = ''): string =>
  `  peers:\n    - machine: bob-laptop\n      person: Bob\n      key: '${KEY}'\n${more}`
const CONFIRM = '    effect: confirm\n    approvers: 2\n'

const said = (text: string): readonly string[] => {
  const parsed = parseFile(text, 'f', facts)
  return parsed.ok
    ? parsed.value.warnings.map(({ line, code }) => `${line} warning ${code}`)
    : parsed.error.map(({ line, text: what }) => `${line} ${what}`)
}
const config = (text: string) => {
  const parsed = parseFile(text, 'f', facts)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value.config
}

it.each<[name: string, text: string, want: readonly string[]]>([
  [
    'a machine in no fleet',
    rule(CONFIRM),
    [
      '6 Rule two needs a second person, and this machine is in no fleet in which one could answer.',
    ],
  ],
  [
    'a rule that allows',
    rule('    effect: allow\n    approvers: 2\n') + fleet(`  person: Ada\n${bob()}`),
    ['6 Rule two has the effect allow, so nobody approves what it is about.'],
  ],
  [
    'a rule that denies',
    rule('    effect: deny\n    approvers: 2\n') + fleet(`  person: Ada\n${bob()}`),
    ['6 Rule two has the effect deny, so nobody approves what it is about.'],
  ],
  [
    'a fleet in which nobody else is',
    rule(CONFIRM) + fleet('  person: Ada\n'),
    ['6 warning rule.nobody-second'],
  ],
  [
    'a person who did not say who they are',
    rule(CONFIRM) + fleet(bob()),
    ['6 warning rule.nobody-second'],
  ],
  ['two persons', rule(CONFIRM) + fleet(`  person: Ada\n${bob()}`), []],
  [
    'the same person under another spelling',
    fleet(`  person: ' bob'\n${bob()}`),
    [
      '7 bob-laptop is a machine of bob as well, so its approval would not be that of a second person.',
    ],
  ],
  [
    'this machine as another',
    fleet(`  person: Ada\n  peers: [{ machine: ada-laptop, person: Bob, key: '${KEY}' }]\n`),
    ['5 ada-laptop is this machine.'],
  ],
  [
    'one key twice',
    fleet(
      `  person: Ada\n${bob(`    - { machine: carol-tower, person: Carol, key: '${KEY}' }\n`)}`,
    ),
    ['9 carol-tower has the key of another entry.'],
  ],
])('says what is wrong with %s', (_name, text, want) => {
  expect(said(text)).toEqual(want)
})

it.each<[name: string, from: string, to: string, want: readonly string[]]>([
  [
    'one person where two were asked',
    rule(CONFIRM) + fleet(`  person: Ada\n${bob()}`),
    rule('    effect: confirm\n') + fleet(`  person: Ada\n${bob()}`),
    ['Rule two, which asks, says something else.'],
  ],
  [
    'two persons where one was asked',
    rule('    effect: confirm\n') + fleet(`  person: Ada\n${bob()}`),
    rule(CONFIRM) + fleet(`  person: Ada\n${bob()}`),
    [],
  ],
  [
    'another person who may approve',
    fleet('  person: Ada\n'),
    fleet(`  person: Ada\n${bob()}`),
    ['Bob can give the second approval on bob-laptop.'],
  ],
  ['a person fewer', fleet(`  person: Ada\n${bob()}`), fleet('  person: Ada\n'), []],
  [
    'another name for oneself',
    fleet('  person: Ada\n'),
    fleet('  person: Eve\n'),
    ['A second approval may come from Ada, because you have another name.'],
  ],
])('counts as looser or not: %s', (_name, from, to, want) => {
  expect(relaxesIn(config(from), config(to))).toEqual(want)
})
