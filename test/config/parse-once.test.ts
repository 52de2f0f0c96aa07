// A text that was read a moment ago is not read again; what there is to name is asked afresh.
import { expect, test } from 'vitest'
import { editPolicy } from '../../main/config/edit/edit-policy.ts'
import { parseFile, parseOnce } from '../../main/config/parse.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const facts = policyFacts(() => Date.parse('2026-11-21T12:00:00Z'))
const text =
  'rules:\n  - { id: look, when: { tools: [read_file] }, effect: deny, reason: Not now. }\n'

test('gives what a fresh reading gives, and the same configuration each time', () => {
  const first = parseOnce(text, 'f', facts)
  const again = parseOnce(text, 'f', facts)
  const fresh = parseFile(text, 'f', facts)
  if (!first.ok || !again.ok || !fresh.ok) throw new Error('it cannot be read')
  expect(again.value.config).toBe(first.value.config)
  expect(first.value.config).toEqual(fresh.value.config)
  expect(first.value.warnings).toEqual(fresh.value.warnings)
  expect(fresh.value.config).not.toBe(first.value.config)
})

test('reports a tool that was removed meanwhile, and knows one that was added', () => {
  const none = { ...facts, tools: facts.tools.filter(({ name }) => name !== 'read_file') }
  expect([facts, none, facts].map((now) => parseOnce(text, 'f', now).ok)).toEqual([
    true,
    false,
    true,
  ])
})

test('a change by a form leaves what was read as it was', () => {
  const before = parseOnce(text, 'f', facts)
  const rule = { id: 'look', when: {}, effect: 'confirm', reason: 'Ask.' } as const
  const edited = editPolicy(text, 'f', { kind: 'put-rule', rule, replaces: 'look' })
  if (!before.ok || !edited.ok) throw new Error('it cannot be read')
  expect(String(before.value.document)).not.toContain('Ask.')
  const [now, then] = [edited.value, text].map((each) => parseOnce(each, 'f', facts))
  expect(
    [now, then].map((each) => each?.ok === true && each.value.config.rules[0]?.reason),
  ).toEqual(['Ask.', 'Not now.'])
})
