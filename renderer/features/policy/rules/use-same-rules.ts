// The rules as they were read last, each the same object as before where nothing of it changed: of a
// thousand one is drawn again after an edit.
import { useRef } from 'react'
import type { PolicyOverview } from '../../../../contract/policy/policy-file.ts'

type Rules = PolicyOverview['rules']

export function useSameRules(rules: Rules): Rules {
  const before = useRef<{ readonly read: Rules; readonly same: Rules }>({ read: [], same: [] })
  if (before.current.read !== rules)
    before.current = { read: rules, same: sameRules(before.current.same, rules) }
  return before.current.same
}

export function sameRules(before: Rules, now: Rules): Rules {
  const known = new Map(before.map((each) => [each.rule.id, each.rule]))
  return now.map((each) => {
    const rule = known.get(each.rule.id)
    return rule !== undefined && JSON.stringify(rule) === JSON.stringify(each.rule)
      ? { ...each, rule }
      : each
  })
}
