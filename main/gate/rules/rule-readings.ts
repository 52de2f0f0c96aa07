// Pure. What a rule says of a command that is not wholly known before it runs.
import type { Rule } from '../../../contract/policy/rule.ts'
import type { TouchConditions } from './rule-touches.ts'

export type Reading = Pick<TouchConditions, 'rule' | 'unsure'>

/** The rule itself, and where it denies, what it asks about. */
export const readingsOf = (rule: Rule): readonly Reading[] => [
  { rule, unsure: rule.effect === 'confirm' ? 'also' : null },
  ...whereUnsure(rule),
]

/**
 * A word that is known only while it runs may make a command the one that a rule denies: that is
 * asked, so that neither the rule is stepped round nor every variable denied.
 */
const whereUnsure = (rule: Rule): readonly Reading[] =>
  rule.effect === 'deny' && rule.when.commands !== undefined
    ? [
        {
          rule: {
            ...rule,
            effect: 'confirm',
            reason: 'A part of it is known only while it runs, and may be what this rule denies.',
          },
          unsure: 'only',
        },
      ]
    : []
