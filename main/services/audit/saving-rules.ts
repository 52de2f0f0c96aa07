// Rules that would have saved the most approvals: what each approval could have been answered by, evaluated
// again by the gate under the policy in force.
import { denies, type Approval } from '../../../contract/approval/approval.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { SavingRule } from '../../../contract/journal/attention.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { capabilityOf } from '../../gate/phase.ts'
import type { Policy } from '../../gate/policy.ts'
import { savingScopes } from '../../gate/rules/saving-rule.ts'
import {
  previewRule,
  simulate,
  type HistoricDecision,
  type ReplayDeps,
} from '../../gate/simulate.ts'
import { FEWEST_SAVED } from './fewest-saved.ts'

export type SavingDeps = {
  readonly config: { current(): Config }
  readonly inForce: { policy(): Policy }
  readonly tried: {
    /** All that hangs on a configuration. */
    under(config: Config): { policy(): Policy }
    replay(config: Config, policy: Policy): ReplayDeps
  }
  readonly runner: { enforced(): { readonly ok: boolean } }
  /** A tool that Gatehouse itself runs. */
  readonly isOwnTool: (tool: string) => boolean
  readonly sha256: (text: string) => string
}

/** Approvals between two rests. */
const PAGE = 100
/** Scopes that are tried, and rules that are shown, at most. */
const TRIED = 16
const SHOWN = 5

/** @param answered oldest first. Gives way to other work. */
export async function savingRules(
  answered: readonly Approval[],
  deps: SavingDeps,
): Promise<readonly SavingRule[]> {
  const policy = deps.inForce.policy()
  const config = deps.config.current()
  const replay = deps.tried.replay(config, policy)
  // What the policy in force lets run by now needs no rule any more.
  const { changes } = simulate(answered.map(asHistory), policy, replay)
  const freed = new Set(changes.filter(({ would }) => would !== 'confirm').map(({ seq }) => seq))
  const history = answered.map(asHistory).filter(({ seq }) => !freed.has(seq))
  const candidates = await scopesOf(
    answered.filter((_, seq) => !freed.has(seq)),
    deps,
  )
  const rules: { readonly saving: SavingRule; readonly calls: ReadonlySet<number> }[] = []
  for (const { rule, text } of candidates) {
    if (config.rules.some(({ id }) => id === rule.id)) continue
    const under = deps.tried.under({ ...config, rules: [...config.rules, rule] }).policy()
    const preview = previewRule(history, rule, under, replay)
    const saved = preview.changes.filter(({ would }) => would === 'allow')
    // Nobody is led to allow what they once denied.
    if (preview.wouldAllowRefused === 0)
      rules.push({
        saving: { rule, text, saves: saved.length },
        calls: new Set(saved.map(({ seq }) => seq)),
      })
    await otherWork()
  }
  return mostSaving(rules)
}

/** What each approval could have been answered by, those first that fit the most of them. */
async function scopesOf(answered: readonly Approval[], deps: SavingDeps) {
  const sandboxed = deps.runner.enforced().ok
  const { workspace } = deps.inForce.policy().roots
  const found = new Map<string, { rule: Rule; text: string; times: number }>()
  for (const [at, call] of answered.entries()) {
    if (call.answer === null || denies(call.answer)) continue
    const contained = sandboxed && deps.isOwnTool(call.tool)
    for (const { when, text } of savingScopes(call, { workspace, contained })) {
      const key = canonicalJson(when)
      const known = found.get(key)
      if (known !== undefined) known.times += 1
      else
        found.set(key, {
          rule: {
            id: `saves-${deps.sha256(key).slice(0, 10)}`,
            when,
            effect: 'allow',
            reason: 'You approved this several times.',
          },
          text,
          times: 1,
        })
    }
    if (at % PAGE === PAGE - 1) await otherWork()
  }
  return [...found.values()]
    .filter(({ times }) => times >= FEWEST_SAVED)
    .toSorted((a, b) => b.times - a.times || (a.rule.id < b.rule.id ? -1 : 1))
    .slice(0, TRIED)
}

/** Those that save the most, and none whose questions another one would have answered already. */
function mostSaving(
  rules: readonly { readonly saving: SavingRule; readonly calls: ReadonlySet<number> }[],
): readonly SavingRule[] {
  const chosen: SavingRule[] = []
  const covered = new Set<number>()
  for (const { saving, calls } of rules.toSorted((a, b) => b.calls.size - a.calls.size)) {
    const fresh = [...calls].filter((seq) => !covered.has(seq)).length
    if (fresh < FEWEST_SAVED) continue
    chosen.push(saving)
    for (const seq of calls) covered.add(seq)
  }
  return chosen.slice(0, SHOWN)
}

/** An approval as the journal's row of its decision; its number is its place among those looked at. */
function asHistory(approval: Approval, seq: number): HistoricDecision {
  const { callId, principal, channel, runId, tool, action, args, requestHash } = approval
  const { origins, taint, decision, staged, answer, edited, createdAt } = approval
  return {
    seq,
    at: createdAt,
    answer,
    edited: edited !== null,
    entry: {
      kind: 'decision',
      callId,
      principal,
      channel,
      runId,
      tool,
      action,
      args,
      requestHash,
      origins,
      taint,
      decision,
      capability: staged === null ? tool : capabilityOf.commit,
    },
  }
}

const otherWork = (): Promise<void> => new Promise((next) => setImmediate(next))
