// The events of a run and of all sub-agents below it, as a capsule has them: those of a sub-agent
// come after the call that started it. Of a run that was made, and of one that is played. Pure.
import type { CapsuleEvent, CapsulePicture } from '../../../contract/agent/capsule.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { CallId, RunId } from '../../../contract/ids.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Json, JsonObject } from '../../../contract/json.ts'
import { subagentResult } from '../../agent/subagents/subagent-result.ts'
import type { CallFacts } from './call-facts.ts'

export type EventSources = {
  readonly items: (id: RunId) => readonly RunItem[]
  readonly facts: (callId: CallId) => CallFacts
  /** What came with the result of a call besides its text. */
  readonly pictures: (callId: CallId, result: CallResult) => readonly CapsulePicture[]
  /** Sub-agents that this call started. */
  readonly startedBy: (callId: CallId) => readonly Run[]
}

type Event = Omit<CapsuleEvent, 'index'>

/** `runs`: in the order of their events. */
export type TreeEvents = { readonly runs: readonly Run[]; readonly events: readonly Event[] }

export function eventsOf(run: Run, sources: EventSources): TreeEvents {
  const { id, agent, model } = run
  const events: Event[] = []
  const runs: Run[] = [run]
  let turn = 0
  const add = (kind: Event['kind'], at: number, payload: JsonObject): unknown =>
    events.push({ run: id, kind, at, turn, payload })
  add('run_start', run.createdAt, { agent, model })
  const items = sources.items(id)
  for (const [position, item] of items.entries()) {
    switch (item.kind) {
      case 'user':
        add('user_message', item.at, {
          text: item.text,
          attached: item.attached ?? [],
          by: item.by ?? 'person',
        })
        break
      case 'assistant':
        if (item.asked !== undefined) add('provider_request', item.at, item.asked)
        turn += 1
        add('provider_response', item.at, {
          text: item.text,
          calls: callsBehind(items, position),
          end: asJson(item.end ?? 'said'),
        })
        break
      case 'call': {
        const below = sources.startedBy(item.callId)
        for (const [kind, at, payload] of callEvents(item, sources)) add(kind, at, payload)
        for (const child of below) {
          const branch = eventsOf(child, sources)
          runs.push(...branch.runs)
          events.push(...branch.events)
          add('delegation_end', child.updatedAt, endOf(child, item, sources))
        }
        break
      }
      case 'compacted':
      case 'notice':
        // For the person; what a model hears of it is in results.
        break
    }
  }
  add('run_end', run.updatedAt, { state: run.state })
  return { runs, events }
}

/** A hint that is left out is no value. */
const asJson = (value: string | Failure | null): Json =>
  value === null || typeof value === 'string' ? value : JSON.parse(JSON.stringify(value))

type CallItem = Extract<RunItem, { kind: 'call' }>

const endOf = (child: Run, { callId }: CallItem, { items }: EventSources): JsonObject => ({
  callId,
  run: child.id,
  agent: child.agent,
  label: child.title,
  state: child.state,
  steps: child.steps,
  turns: child.parent?.delegation.turns ?? null,
  revoked: (child.parent?.delegation.revokedAt ?? null) !== null,
  delegation: child.parent?.delegation.hash ?? null,
  text: subagentResult(child, items(child.id)),
})

/** What the model asked for in that answer. */
function callsBehind(items: readonly RunItem[], position: number): JsonObject[] {
  const behind = items.slice(position + 1)
  const end = behind.findIndex(({ kind }) => kind === 'assistant' || kind === 'user')
  return (end === -1 ? behind : behind.slice(0, end)).flatMap((item) =>
    item.kind === 'call' && item.by === undefined
      ? [{ id: item.modelCallId, name: item.tool, args: item.args }]
      : [],
  )
}

function callEvents(
  item: CallItem,
  { facts, pictures: picturesOf }: Pick<EventSources, 'facts' | 'pictures'>,
): readonly [Event['kind'], number, JsonObject][] {
  const { callId, tool, args, at, state } = item
  const { decisions, endedAt, resultHash } = facts(callId)
  const about = { callId, tool }
  const events: [Event['kind'], number, JsonObject][] = [
    ['tool_request', at, { ...about, args, by: item.by ?? 'model' }],
    ...decisions.map((one): [Event['kind'], number, JsonObject] => [
      one.kind,
      one.at,
      { ...about, ...one.payload },
    ]),
  ]
  if (state.kind !== 'ended') return events
  const { status, ok, route, exitCode, text, truncated, stored, label, flags, error } = state.result
  const pictures = picturesOf(callId, state.result)
  events.push([
    'tool_response',
    endedAt ?? at,
    {
      ...about,
      status,
      ok,
      route,
      exitCode,
      text,
      truncated,
      stored: stored ?? null,
      label,
      holdsPrivate: state.result.holdsPrivate === true,
      flags,
      error: asJson(error),
      resultHash,
      ...(pictures.length === 0 ? {} : { pictures: [...pictures] }),
    },
  ])
  return events
}
