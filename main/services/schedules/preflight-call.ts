// One call of a job, as the preflight shows it.
import { titleOf } from '../../../contract/approval/call-title.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import type { Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Result } from '../../../contract/result.ts'
import type { ExpectedCall, PreflightCall } from '../../../contract/schedule/preflight.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'
import type { EvaluatedCall } from '../../pipeline/evaluate.ts'
import type { JobRun } from '../../../contract/schedule/job-run.ts'
import { canLast } from './lease-beforehand.ts'

/** Of each earlier run. */
const MOST_ITEMS = 200
const MOST_CALLS = 50

/**
 * What these runs called, the newest first, each once. What was hidden in its arguments cannot be
 * asked about again.
 */
export function earlierCalls(
  runs: readonly Pick<JobRun, 'run'>[],
  agent: Pick<Agent, 'items'>,
): readonly ExpectedCall[] {
  const found = new Map<string, ExpectedCall>()
  for (const { run } of runs) {
    if (run === null) continue
    for (const item of agent.items(run, undefined, MOST_ITEMS).items) {
      if (item.kind !== 'call' || found.size >= MOST_CALLS) continue
      const call = { tool: item.tool, args: item.args }
      found.set(canonicalJson(call), call)
    }
  }
  return [...found.values()]
}

/** `given`: the leases of its job. */
export function preflightCall(
  call: ExpectedCall,
  from: PreflightCall['from'],
  found: Result<EvaluatedCall, Failure>,
  { given, workspace }: { readonly given: readonly Lease[]; readonly workspace: string },
): PreflightCall {
  if (!found.ok)
    return {
      ...call,
      from,
      title: call.tool,
      effect: null,
      tier: null,
      text: said(found.error),
      givable: false,
      lease: null,
    }
  const { tool, decision } = found.value
  const { verb, target } = titleOf(tool.manifest.title, call.tool, decision.touches, workspace)
  const covering = decision.by.kind === 'lease' ? decision.by.id : null
  return {
    ...call,
    from,
    title: `${verb} ${target}`,
    effect: decision.effect,
    tier: decision.tier,
    text: decision.reasons.map(({ text }) => text).join(' '),
    givable: decision.effect === 'confirm' && canLast(found.value),
    lease: given.find(({ id }) => id === covering)?.id ?? null,
  }
}

const said = ({ text, hint = '' }: Failure): string => [text, hint].join(' ').trim()
