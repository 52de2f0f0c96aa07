// Builds the run of a sub-agent: what is handed on to it, and what it is told. Starts nothing.
import type { CallId, SessionId } from '../../../contract/ids.ts'
import type { SubagentDraft } from '../../../contract/call/powers/subagent-power.ts'
import {
  delegate,
  mintDelegation,
  whyEnded,
  type Delegator,
} from '../../../contract/agent/delegation.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Grant } from '../../../contract/agent/grant.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Run } from '../../../contract/agent/run.ts'
import type { SubagentLimits } from '../../../contract/policy/config/subagent-limits.ts'
import { rootOf, type ChildRun } from './tree.ts'

export type HandOnDeps = {
  readonly limits: SubagentLimits
  readonly now: number
  readonly sha256: (text: string) => string
  /** What the run that starts it may do now. */
  readonly grantOf: (run: Run) => Grant
  /** What a request of this agent and these names means. Fails with what is wrong in it. */
  readonly grantAsked: (
    draft: Pick<SubagentDraft, 'agent' | 'tools' | 'delegates'>,
  ) => Result<Grant, Failure>
}

/** What a run can hand on: what it was handed itself, or what the person set for its agent. */
function delegatorOf(run: Run, { limits, now, grantOf }: HandOnDeps): Delegator {
  const given = run.parent?.delegation
  if (given !== undefined) return { ...given, grant: [...grantOf(run)] }
  const { depth, steps, seconds, expiresHours } = limits
  return {
    depth: 0,
    mostDepth: depth,
    grant: [...grantOf(run)],
    delegates: true,
    // What is asked for may be more than is usual, up to the most that can be set.
    turns: Math.max(steps, MOST_TURNS),
    seconds: Math.max(seconds, MOST_SECONDS),
    expiresAt: now + expiresHours * 3_600_000,
  }
}

const MOST_TURNS = 200
const MOST_SECONDS = 86_400

/** @param begun the run as it begins, by itself: its own session and model. */
export function childRun(
  parent: Run,
  call: CallId,
  draft: SubagentDraft,
  begun: (agent: string, title: string) => Run,
  deps: HandOnDeps,
): Result<ChildRun, Failure> {
  const { limits, now, sha256 } = deps
  const before = parent.parent?.delegation
  const ended = before === undefined ? null : whyEnded(before, now)
  if (ended !== null) return err(ended)
  const asked = deps.grantAsked(draft)
  if (!asked.ok) return asked
  const from = delegatorOf(parent, deps)
  const terms = delegate(
    from,
    {
      grant: asked.value,
      delegates: draft.delegates,
      turns: draft.turns ?? limits.steps,
      seconds: draft.seconds ?? limits.seconds,
      expiresAt: from.expiresAt,
    },
    now,
  )
  if (!terms.ok) return terms
  return ok({
    ...begun(draft.agent, draft.label ?? draft.agent),
    parent: {
      run: parent.id,
      names: [parent.agent, ...(parent.parent?.names ?? [])],
      root: rootOf(parent),
      rootSession: rootSessionOf(parent),
      call,
      delegation: mintDelegation(terms.value, before?.hash ?? null, sha256),
      reported: false,
    },
  })
}

export const rootSessionOf = (run: Run): SessionId => run.parent?.rootSession ?? run.session

/** What it is told as its first message. */
export function taskText({ task, context }: Pick<SubagentDraft, 'task' | 'context'>): string {
  return context === null || context.trim() === ''
    ? task
    : `${task}\n\nWhat you should know:\n${context}`
}
