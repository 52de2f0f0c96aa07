// What the gate makes of a question where rules are all there is.
import type { Rule, RuleWhen } from '../../contract/policy/rule.ts'
import { decide } from '../../main/gate/decide.ts'
import type { Question } from '../../main/gate/question.ts'
import { policyWith, rule } from './asking.ts'

export const decided = (question: Question, rules: readonly Rule[], roots = policyWith({}).roots) =>
  decide(question, policyWith({ rules: [...rules], roots }))
/** Whether a deny rule with these conditions speaks of the call. */
export const denies = (when: RuleWhen, question: Question, roots = policyWith({}).roots): boolean =>
  decided(question, [rule('deny', when)], roots).by.kind === 'rule'
export const allows = (when: RuleWhen, question: Question, roots = policyWith({}).roots): boolean =>
  decided(question, [rule('allow', when)], roots).by.kind === 'rule'
