import { expect, test } from 'vitest'
import type { PolicyOverview } from '../../../contract/policy/policy-file.ts'
import { sameRules } from '../../../renderer/features/policy/rules/use-same-rules.ts'

type Rules = PolicyOverview['rules']

const rules = (...reasons: readonly string[]): Rules =>
  reasons.map((reason, at) => ({
    rule: { id: `rule-${at}`, effect: 'deny', when: { tools: ['exec'] }, reason },
    line: at + 1,
  }))

test('after one was edited, the others are the very objects that were drawn', () => {
  const before = rules('one', 'two', 'three')
  const after = sameRules(before, rules('one', 'another', 'three'))
  expect(after).toEqual(rules('one', 'another', 'three'))
  expect(after.map(({ rule }, at) => rule === before[at]?.rule)).toEqual([true, false, true])
})

test('a rule that has moved keeps its object and has its new line', () => {
  const before = rules('one', 'two')
  const moved = rules('one', 'two')
    .toReversed()
    .map((each, at) => ({ ...each, line: at + 10 }))
  const after = sameRules(before, moved)
  expect(after).toEqual(moved)
  expect(after.map(({ rule }) => rule)).toEqual(before.toReversed().map(({ rule }) => rule))
  expect(after[0]?.rule).toBe(before[1]?.rule)
})
