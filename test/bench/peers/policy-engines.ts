// Three policy engines that the gate is measured beside. Their packages are installed in this folder
// by `npm run bench` alone: no other file of the project may find them nearer than its own.
//
// agent-governance-sdk has neither globs nor a test of how a text begins: each call is given to it
// with the place its target lies in already found, and that finding is not in its time. It is asked
// three ways, for they lie far apart: all rules as condition texts in one document, which is how it
// takes what the other engines take and what the goal of 100 times is about; the same texts in a
// document for each agent; and there as objects of facts that must be equal, which parses nothing.
// That last one is a bare look-up among ten rules that the caller has sorted out, so no goal.
import { preparsePolicySet, statefulIsAuthorized } from '@cedar-policy/cedar-wasm/nodejs'
import {
  ConflictResolutionStrategy,
  PolicyEngine,
  type PolicyRule,
} from '@microsoft/agent-governance-sdk'
import { newEnforcer, newModelFromString } from 'casbin'

/** A rule as a text that a target begins with, which all engines can say. */
export type EngineRule = {
  readonly id: string
  readonly agent: string
  readonly tool: string
  readonly target: string
  readonly effect: 'allow' | 'deny'
}
export type EngineCall = { readonly agent: string; readonly tool: string; readonly target: string }

/** What Cedar says of a call. */
export function openCedar(rules: readonly EngineRule[]): (call: EngineCall) => boolean {
  const text = rules.map(
    ({ effect, agent, tool, target }) =>
      `${effect === 'allow' ? 'permit' : 'forbid'} (principal == Agent::"${agent}", action == Action::"${tool}", resource) when { context.target like "${target}*" };`,
  )
  const parsed = preparsePolicySet('bench', { staticPolicies: text.join('\n') })
  if (parsed.type !== 'success') throw new Error(JSON.stringify(parsed))
  return ({ agent, tool, target }) => {
    const answer = statefulIsAuthorized({
      principal: { type: 'Agent', id: agent },
      action: { type: 'Action', id: tool },
      resource: { type: 'Any', id: 'any' },
      context: { target },
      preparsedPolicySetId: 'bench',
      entities: [],
    })
    if (answer.type !== 'success') throw new Error(JSON.stringify(answer))
    return answer.response.decision === 'allow'
  }
}

/** What Casbin says of a call. */
export async function openCasbin(
  rules: readonly EngineRule[],
): Promise<(call: EngineCall) => boolean> {
  const model = newModelFromString(`
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = r.sub == p.sub && r.act == p.act && begins(r.obj, p.obj)
`)
  const enforcer = await newEnforcer(model)
  await enforcer.addFunction('begins', (text: string, start: string) => text.startsWith(start))
  await enforcer.addPolicies(
    rules.map(({ agent, target, tool, effect }) => [agent, target, tool, effect]),
  )
  return ({ agent, target, tool }) => enforcer.enforceSync(agent, target, tool)
}

/**
 * The three ways of this file's header. The places of `calls`, the only ones it can be asked about,
 * are found here.
 */
export function openGovernance(rules: readonly EngineRule[], calls: readonly EngineCall[]) {
  const facts = new Map(
    calls.map((call) => [
      call,
      {
        agent: call.agent,
        tool: call.tool,
        place: rules.find(({ target }) => call.target.startsWith(target))?.target,
      },
    ]),
  )
  const open = (
    documents: readonly { readonly agent?: string; readonly rules: PolicyRule[] }[],
  ): ((call: EngineCall) => boolean) => {
    const engine = new PolicyEngine([], ConflictResolutionStrategy.DenyOverrides)
    for (const [at, document] of documents.entries())
      engine.loadPolicy({ name: `p${at}`, scope: 'global', default_action: 'deny', ...document })
    return (call) => engine.evaluatePolicy(call.agent, facts.get(call) ?? {}).allowed
  }
  const byAgent = (ruleOf: (rule: EngineRule) => PolicyRule) =>
    [...Map.groupBy(rules, ({ agent }) => agent)].map(([agent, own]) => ({
      agent,
      rules: own.map(ruleOf),
    }))
  const text = ({ tool, target }: EngineRule): string =>
    `tool == '${tool}' and place == '${target}'`
  return {
    texts: open([
      {
        rules: rules.map((one) => ({
          name: one.id,
          effect: one.effect,
          condition: `agent == '${one.agent}' and ${text(one)}`,
        })),
      },
    ]),
    textsByAgent: open(
      byAgent((one) => ({ name: one.id, effect: one.effect, condition: text(one) })),
    ),
    factsByAgent: open(
      byAgent(({ id, effect, tool, target }) => ({
        name: id,
        effect,
        condition: { tool, place: target },
      })),
    ),
  }
}
