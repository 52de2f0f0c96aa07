// How often people were asked, and which rules would have saved the most. The sums come from the
// index of the journal, by the hour; the rules from the newest answered approvals, of which there is
// a bounded number, evaluated again by the gate under the policy in force.
import { denies, type Approval } from '../../../contract/approval/approval.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Attention, SavingRule } from '../../../contract/journal/attention.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import type { ConfigStore } from '../../config/config.ts'
import { capabilityOf } from '../../gate/phase.ts'
import { savingScopes } from '../../gate/rules/saving-rule.ts'
import { previewRule, simulate, type HistoricDecision } from '../../gate/simulate.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { ApprovalsTable } from '../../store/tables/approvals-table.ts'
import type { AttentionSums } from '../../store/journal/journal-sums.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import type { Tried } from '../policy/tried.ts'

export type AttentionDeps = {
  readonly sums: () => Promise<AttentionSums>
  readonly approvals: Pick<ApprovalsTable, 'list'>
  readonly tried: Pick<Tried, 'under' | 'replay'>
  readonly config: Pick<ConfigStore, 'current'>
  readonly runner: Pick<Runner, 'ready' | 'enforced'>
  readonly inForce: Pick<WiredEvaluation, 'policy'>
  /** A tool that Gatehouse itself runs. */
  readonly isOwnTool: (tool: string) => boolean
  readonly sha256: (text: string) => string
}

/** Answered approvals that are looked at, at most. */
const LOOKED = 500
const PAGE = 100
/** A rule is worth proposing when it would have saved as many questions. */
const FEWEST_SAVED = 3
/** Scopes that are tried, and rules that are shown, at most. */
const TRIED = 16
const SHOWN = 5

export async function attention(deps: AttentionDeps): Promise<Attention> {
  const sums = await deps.sums()
  await deps.runner.ready
  const answered = await answeredSince(deps.approvals, sums.from)
  return { ...sums, looked: answered.length, rules: [...(await rulesFor(answered, deps))] }
}

/** The newest that a person answered, oldest first. Gives way to other work between pages. */
async function answeredSince(
  table: AttentionDeps['approvals'],
  since: number,
): Promise<readonly Approval[]> {
  const found: Approval[] = []
  for (let before: number | undefined; found.length < LOOKED;) {
    const page = table.list(['approved', 'consumed', 'denied'], before, PAGE)
    found.push(
      ...page.filter(({ createdAt, answeredOn }) => createdAt >= since && answeredOn !== null),
    )
    const last = page.at(-1)
    if (last === undefined || last.createdAt < since) break
    before = last.createdAt
    await otherWork()
  }
  return found.slice(0, LOOKED).toReversed()
}

async function rulesFor(
  answered: readonly Approval[],
  deps: AttentionDeps,
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
async function scopesOf(answered: readonly Approval[], deps: AttentionDeps) {
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
