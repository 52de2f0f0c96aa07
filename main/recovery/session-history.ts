// What a session saw before this process began, read back from its transcript.
import { eventOrigin } from '../../contract/inbound/event.ts'
import { CallId, type SessionId } from '../../contract/ids.ts'
import type { Source } from '../../contract/call/origin.ts'
import type { Run, RunItem, RunItemOf } from '../../contract/agent/run.ts'
import type { Observation } from '../provenance/provenance.ts'
import { pathOf } from '../pipeline/result/result-label.ts'

export type RunHistory = {
  ofSession(session: SessionId): readonly Run[]
  items(id: Run['id']): readonly RunItem[]
}

export function sessionHistoryOf(session: SessionId, runs: RunHistory): readonly Observation[] {
  return runs
    .ofSession(session)
    .flatMap((run) => [
      ...runs.items(run.id).flatMap((item, place) => seenIn(item, place === 0 ? run : null)),
    ])
}

/** @param first the run whose first item it is; null: it is a later one. */
function seenIn(item: RunItem, first: Run | null): readonly Observation[] {
  if (item.kind === 'user')
    return [
      ...(first === null ? [] : givenBy(first, item.text)),
      ...(typedByPerson(item) && (first === null || begunByPerson(first))
        ? [{ by: 'person' as const, text: typedIn(item) }]
        : []),
    ]
  if (item.kind !== 'call' || item.state.kind !== 'ended') return []
  const { result } = item.state
  // A call that never ran brought nothing in: its text is our own.
  if (result.status === 'denied' || result.text === '') return []
  const from = pathOf(result.decision?.touches ?? [])
  return [
    {
      by: 'tool',
      text: result.text,
      source: {
        callId: item.callId,
        tool: item.tool,
        from,
        label: result.label,
        ...(result.holdsPrivate === true ? { holdsPrivate: true as const } : {}),
      },
    },
  ]
}

/** The task of a sub-agent is in words of the agent that started it. */
export const typedByPerson = ({ by }: RunItemOf<'user'>): boolean => by === undefined

/**
 * The message of a job is its maker's word; a later one in its run is the word of the person who
 * looks at it.
 */
export const begunByPerson = ({ schedule }: Pick<Run, 'schedule'>): boolean =>
  schedule?.maker.kind === undefined ||
  schedule.maker.kind === 'person' ||
  schedule.maker.kind === 'cli'

/** What a job brings into the session of its run: what its maker had read, and the event. */
export function givenBy(
  { schedule }: Pick<Run, 'schedule'>,
  message: string,
): readonly Observation[] {
  if (schedule === undefined || schedule === null) return []
  const { seen, event } = schedule
  return [
    // What was read may be in the message that was written then.
    ...seen.map((source): Observation => ({ by: 'tool', text: message, source })),
    ...(event === null
      ? []
      : [{ by: 'tool' as const, text: event.text, source: sourceOfEvent(event.source) }]),
  ]
}

/** Anyone who knows the secret of a source may write what it sends, and it may be about the person. */
const sourceOfEvent = (source: string): Source => ({
  callId: CallId.parse('call_00000000'),
  tool: 'event',
  from: eventOrigin(source),
  label: 'untrusted',
  holdsPrivate: true,
})

/** What a person wrote or chose with a message. */
export const typedIn = ({ text, attached }: RunItemOf<'user'>): string =>
  [text, ...(attached ?? [])].join('\n')
