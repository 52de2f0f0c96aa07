// Explains what would be decided about a call, without making it: the same steps as for a real one, up
// to the decision. Nothing is journalled, counted, used up or remembered. The session is a fresh one,
// with the taint that the question supposes.
import { explainFirst } from '../gate/decide.ts'
import { CallId, SessionId, SUPPOSED_RUN } from '../../contract/ids.ts'
import { namesHost } from '../gate/touch-facts.ts'
import { assertNever } from '../../contract/never.ts'
import type { Source, Taint } from '../../contract/call/origin.ts'
import type { Supposed, SupposedCall } from '../../contract/policy/supposed.ts'
import type { Channel, Principal } from '../../contract/call/principal.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { EvaluateDeps } from './evaluate.ts'
import { prepare } from './evaluate.ts'

/**
 * `find` gives every tool there is, also one that is out of the caller's view: a layer of the gate
 * says why. `find` of the pipeline is asked too, so that what a call would be refused for
 * is never explained as allowed.
 */
export type ExplainDeps = Omit<EvaluateDeps, 'provenance' | 'rate' | 'prior'> & {
  readonly findAny: EvaluateDeps['find']
}

const callId = CallId.parse('call_supposed00')
const runId = SUPPOSED_RUN
const session = SessionId.parse('ses_supposed00')

/**
 * A call that cannot be decided on (no such tool, bad arguments, a touch that leads nowhere) gives
 * its failure.
 */
export async function explainCall(supposed: SupposedCall, deps: ExplainDeps): Promise<Supposed> {
  const id = supposed.id ?? null
  const principal = principalOf(supposed)
  const call = {
    id: callId,
    principal,
    channel: supposed.channel ?? channelOf(principal),
    runId: null,
    tool: supposed.tool,
    args: supposed.args,
  }
  const taint = taintOf(supposed)
  const { guard, sandbox } = supposed
  const policy: EvaluateDeps['policy'] = (asker) => {
    const inForce = deps.policy(asker)
    return guard === undefined ? inForce : { ...inForce, guard: { ...inForce.guard, on: guard } }
  }
  const seen = deps.find(principal, supposed.tool)
  const found = deps.findAny(principal, supposed.tool)
  const prepared = await prepare(call, {
    ...deps,
    policy,
    ...(sandbox === undefined ? {} : { sandboxed: () => sandbox }),
    find: deps.findAny,
    provenance: { see: () => {}, taint: () => taint, origins: () => [] },
    rate: { used: () => usedBy(supposed), count: () => {} },
    prior: pastOf(supposed, found.ok ? found.value.tool : null),
    evaluationTime: () =>
      deps.evaluationTime(supposed.at === undefined ? undefined : Date.parse(supposed.at)),
  })
  if (!prepared.ok) return { id, error: seen.ok ? prepared.error : seen.error }
  const decision = explainFirst(prepared.value.request, policy(principal))
  // Out of view for a reason that no layer knows, such as a tool that sub-agents do not get:
  // refused by its absence.
  if (!seen.ok && decision.effect !== 'deny') return { id, error: seen.error }
  return { id, decision }
}

function principalOf({ principal: kind = 'agent', agent }: SupposedCall): Principal {
  switch (kind) {
    case 'agent':
      return { kind, name: agent ?? 'main', session, runId }
    case 'subagent':
      return { kind, name: agent ?? 'sub-agent', session, runId, parent: 'Gatehouse' }
    case 'person':
    case 'mcp-client':
    case 'schedule':
      return { kind, name: agent ?? (kind === 'person' ? 'you' : kind), session }
    case 'cli':
      return { kind, name: agent ?? 'command line', session }
    default:
      return assertNever(kind, 'principalOf')
  }
}

/** The way such a caller comes in. */
function channelOf({ kind }: Principal): Channel {
  switch (kind) {
    case 'agent':
    case 'subagent':
    case 'person':
      return 'window'
    case 'mcp-client':
      return 'gateway'
    case 'schedule':
    case 'cli':
      return kind
    default:
      return assertNever(kind, 'channelOf')
  }
}

function taintOf({ taint }: SupposedCall): Taint {
  const source = (label: Source['label']): Source => ({
    callId,
    tool: 'supposed',
    from: `supposed ${label} text`,
    label,
  })
  return {
    privateRead: taint?.private === true ? [source('private')] : [],
    untrustedRead: taint?.untrusted === true ? [source('untrusted')] : [],
  }
}

/** Calls that came before count towards the limits as well as for rules. */
function usedBy({ earlier }: SupposedCall): ReturnType<EvaluateDeps['rate']['used']> {
  const calls = earlier?.calls ?? 0
  return { session: calls, minute: calls, all: calls }
}

/** What is supposed applies to each time: the calls as if they had been made just now. */
function pastOf(
  { tool, args, earlier = {} }: SupposedCall,
  found: AnyTool | null,
): EvaluateDeps['prior'] {
  const capability = found?.manifest.id ?? ''
  const input = found?.input.safeParse(args)
  const action = input?.success === true ? (found?.action(input.data) ?? null) : null
  const { calls = 0, denials = 0, knownHost = false } = earlier
  const counts = { session: calls, minute: calls, hour: calls, day: calls }
  return {
    known: async () => {},
    facts: (_asker, touches) => ({
      calls: [{ tool, capability, action, ...counts }],
      knownHosts: knownHost ? touches.filter(namesHost).map(({ host }) => host) : [],
      denials,
    }),
  }
}
