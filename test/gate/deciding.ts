// What the gate makes of a question where rules are all there is.
import type { Rule, RuleWhen } from '../../contract/policy/rule.ts'
import { decide } from '../../main/gate/decide.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import { policyWith, rule } from './decision-requests.ts'

export const decided = (
  request: DecisionRequest,
  rules: readonly Rule[],
  roots = policyWith({}).roots,
) => decide(request, policyWith({ rules: [...rules], roots }))
/** Whether a deny rule with these conditions speaks of the call. */
export const denies = (
  when: RuleWhen,
  request: DecisionRequest,
  roots = policyWith({}).roots,
): boolean => decided(request, [rule('deny', when)], roots).by.kind === 'rule'
export const allows = (
  when: RuleWhen,
  request: DecisionRequest,
  roots = policyWith({}).roots,
): boolean => decided(request, [rule('allow', when)], roots).by.kind === 'rule'
