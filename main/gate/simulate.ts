// Pure. What recorded decisions would be under another policy. The journal does not hold all that
// counted then, so:
//   rate limits   how often a tool had been called is not known: nothing counts as used, and calls that were refused by
//                 a limit are left out
//   earlier calls how often, which hosts and how many denials is counted over the decisions that are replayed, and
//                 not over what came before them
//   leases        those of then are gone: none is used, and what a lease allowed counts as held and answered by the person
//   arguments     are redacted, so a lease that names the value of a secret one covers nothing
//   places        paths and hosts are those of then; where they lie, and what is listed, is read again
//   sandbox       as it is today
//   copies        a command that was held before it ran stays held: what it would do in a copy is not known
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import { denies } from '../../contract/approval/approval.ts'
import type { Decision, Effect, Reason } from '../../contract/policy/decision.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { CallId } from '../../contract/ids.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Taint } from '../../contract/call/origin.ts'
import type { SimulatedChange, Simulation } from '../../contract/policy/simulation.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { decide, decideFirst } from './decide.ts'
import { compileLease } from './lease/compiled-lease.ts'
import type { CompiledLease } from './lease/compiled-lease.ts'
import { isEditor } from './edits.ts'
import { matchName } from './path-glob.ts'
import type { Policy } from './policy.ts'
import { capabilityOf, commitRequest } from './phase.ts'
import type { CommitFacts, DecisionRequest, EarlierFacts } from './decision-request.ts'
import type { EvaluationTime } from './rules/rule-hours.ts'

export type HistoricDecision = {
  readonly seq: number
  readonly at: number
  readonly entry: Extract<JournalEntry, { kind: 'decision' }>
  /** What a person said to it; null when nobody was asked or nobody answered. */
  readonly answer: ApprovalAnswer | null
  /**
   * These arguments are a person's, in place of what was asked for: it stays a question, whatever
   * the policy says.
   */
  readonly edited: boolean
}

export type ReplayDeps = {
  readonly manifest: (tool: string) => Manifest | null
  readonly evaluationTime: (epochMs: number) => EvaluationTime
  readonly sandboxed: boolean
  /** What callers did before, as the replayed decisions tell; empty. */
  readonly prior: () => ReplayedPast
  /** A touch of then as the policy that is tried would see it. */
  readonly resolveAgain: (touch: CanonicalTouch) => CanonicalTouch
}

export type ReplayedPast = {
  facts(
    asker: Principal,
    touches: readonly CanonicalTouch[],
    callId: CallId,
    now: number,
  ): EarlierFacts
  decided(entry: HistoricDecision['entry']): void
  ran(callId: CallId, at: number): void
  denied(callId: CallId): void
}

/** @param history oldest first, as `changes` will be. */
export function simulate(
  history: readonly HistoricDecision[],
  policy: Policy,
  deps: ReplayDeps,
): Simulation {
  return replay(
    history,
    policy,
    deps,
    () => [],
    ({ decision }) => decision,
  )
}

/**
 * What one lease more would have done: `calls` are those of its tool and action, and `changes`
 * those of them that it, and nothing else, would have let through.
 * @param policy the one in force
 */
export function previewLease(
  history: readonly HistoricDecision[],
  lease: Lease,
  policy: Policy,
  deps: ReplayDeps,
): Simulation {
  const compiled = compileLease(lease, policy.roots)
  let uses = lease.uses
  const concerned = history.filter(({ entry: { tool, action, capability } }) =>
    lease.patterns.edits === true
      ? isEditor(deps.manifest(tool)?.id ?? '') || capability === capabilityOf.commit
      : tool === lease.tool && action === lease.action,
  )
  const offered = (): readonly CompiledLease[] => [{ ...compiled, lease: { ...lease, uses } }]
  return replay(concerned, policy, deps, offered, ({ decision, was }) => {
    if (decision.by.kind !== 'lease') return { ...decision, ...was }
    uses += 1
    return { ...decision, tier: was.tier }
  })
}

/**
 * The same for one rule more: `changes` are what it, and nothing else, would have decided
 * otherwise.
 * @param policy the one in force with the rule in it
 */
export function previewRule(
  history: readonly HistoricDecision[],
  rule: Rule,
  policy: Policy,
  deps: ReplayDeps,
): Simulation {
  const named = rule.when.tools
  const concerned = history.filter(
    ({ entry }) => named === undefined || named.some((glob) => matchName(glob, entry.tool)),
  )
  return replay(
    concerned,
    policy,
    deps,
    () => [],
    ({ decision, was }) => {
      const its = decision.by.kind === 'rule' && decision.by.id === rule.id
      return its ? { ...decision, tier: was.tier } : { ...decision, ...was }
    },
  )
}

type Replayed = { readonly decision: Decision; readonly was: Was }
type Was = {
  readonly effect: Effect
  readonly tier: Decision['tier']
  readonly approvers?: Decision['approvers']
}

function replay(
  history: readonly HistoricDecision[],
  policy: Policy,
  deps: ReplayDeps,
  leases: () => readonly CompiledLease[],
  finish: (replayed: Replayed) => Decision,
): Simulation {
  const changes: SimulatedChange[] = []
  const skipped: { seq: number; text: string }[] = []
  const sums: Record<string, number> = {}
  let same = 0
  const prior = deps.prior()
  for (const one of history) {
    const request = requestOf(one, deps, leases(), prior)
    noteIn(prior, one)
    if (typeof request === 'string') {
      skipped.push({ seq: one.seq, text: request })
      continue
    }
    const { decision: recorded } = one.entry
    const was: Was = {
      effect: recorded.by.kind === 'lease' ? 'confirm' : recorded.effect,
      tier: recorded.tier,
      approvers: recorded.approvers,
    }
    const decision = finish({ decision: decideAgain(one, request, policy), was })
    const would = one.edited && decision.effect === 'allow' ? 'confirm' : decision.effect
    const two = would === 'confirm' && decision.approvers === 2
    if (would === was.effect && decision.tier === was.tier && two === (was.approvers === 2)) {
      same += 1
      continue
    }
    const way = `${was.effect}>${would}`
    sums[way] = (sums[way] ?? 0) + 1
    changes.push({
      seq: one.seq,
      at: one.at,
      callId: one.entry.callId,
      tool: one.entry.tool,
      was: was.effect,
      would,
      wasTier: was.tier,
      wouldTier: decision.tier,
      ...(two === (was.approvers === 2) ? {} : { approvers: two ? 2 : 1 }),
      answer: one.answer,
      reasons: decision.reasons,
    })
  }
  const wouldAllowRefused = changes.filter(
    ({ would, answer }) => would === 'allow' && answer !== null && denies(answer),
  ).length
  return {
    policyHash: policy.hash,
    calls: history.length - skipped.length,
    same,
    changes,
    sums,
    wouldAllowRefused,
    skipped,
  }
}

/**
 * What the pipeline would ask now. A command that ran in a copy has a row for that, which is the
 * first decision about it, and one for what it changed.
 */
function decideAgain(
  { entry }: HistoricDecision,
  request: DecisionRequest,
  policy: Policy,
): Decision {
  if (entry.capability === capabilityOf.stage) return decideFirst(request, policy)
  return entry.capability === capabilityOf.commit
    ? decide(commitRequest(request, request.touches, factsSaid(entry.decision.reasons)), policy)
    : decide(request, policy)
}

/** The facts of a commit, as far as they counted. */
function factsSaid(reasons: readonly Reason[]): CommitFacts {
  const about = (code: string, around: RegExp): readonly string[] =>
    reasons.filter((reason) => reason.code === code).map(({ text }) => text.replace(around, ''))
  return {
    whole: about('commit.not-kept', /$/).length === 0,
    trees: about('commit.tree', /^It deletes | with everything in it\.$/g),
    deleted: Number(about('commit.deletes', /\D+/g)[0] ?? 0),
    privileged: about('commit.privileged', / would run with the rights of its owner\.$/),
    repositories: about('commit.repository', /^Git would read settings in |, which can name .*$/g),
  }
}

/** What ran then, or was denied by a person, came before what follows. */
function noteIn(prior: ReplayedPast, { at, entry, answer }: HistoricDecision): void {
  const { callId, decision } = entry
  prior.decided(entry)
  if (decision.effect === 'allow' || (answer !== null && !denies(answer))) prior.ran(callId, at)
  else if (answer !== null) prior.denied(callId)
}

/** The question as it was put then, or why it cannot be put again. */
function requestOf(
  { at, entry }: HistoricDecision,
  deps: ReplayDeps,
  leases: readonly CompiledLease[],
  prior: ReplayedPast,
): DecisionRequest | string {
  const { tool, action, args, principal, channel, origins, decision } = entry
  const manifest = deps.manifest(tool)
  if (manifest === null) return `There is no tool named ${tool} any more.`
  if (decision.by.kind === 'rate-limit')
    return 'It was refused by a rate limit, and how often the tool had been called is not known.'
  if (decision.touches.some((touch) => touch.kind === 'proc.run' && touch.parts === undefined))
    return 'The parts of its command line are not known.'
  const touches = decision.touches.map(deps.resolveAgain)
  return {
    manifest,
    action,
    args,
    touches,
    earlier: prior.facts(principal, touches, entry.callId, at),
    origins,
    taint: entry.taint ?? taintShown(entry),
    principal,
    channel,
    frozen: false,
    used: { session: 0, minute: 0 },
    leases,
    at: deps.evaluationTime(at),
    sandboxed: deps.sandboxed,
    reviewed: manifest.builtIn ? null : false,
  }
}

/**
 * Older rows do not say what the session had read, but the reasons given then show what counted.
 */
function taintShown({ decision, callId, tool }: HistoricDecision['entry']): Taint {
  const gave = (...codes: string[]): boolean =>
    decision.reasons.some(({ code }) => codes.includes(code))
  const from = 'an older record'
  return {
    privateRead: gave('flow.private-out', 'flow.both')
      ? [{ callId, tool, from, label: 'private' }]
      : [],
    untrustedRead: gave('flow.both') ? [{ callId, tool, from, label: 'untrusted' }] : [],
  }
}
