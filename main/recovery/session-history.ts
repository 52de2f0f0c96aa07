// What a session saw before this process began, read back from its transcript.
import type { SessionId } from '../../contract/ids.ts'
import type { Run, RunItem, RunItemOf } from '../../contract/agent/run.ts'
import type { Observation } from '../provenance/provenance.ts'
import { pathOf } from '../pipeline/result/result-label.ts'

export type RunHistory = {
  ofSession(session: SessionId): readonly Run[]
  items(id: Run['id']): readonly RunItem[]
}

export function sessionHistoryOf(session: SessionId, runs: RunHistory): readonly Observation[] {
  return runs.ofSession(session).flatMap(({ id }) => runs.items(id).flatMap(seenIn))
}

function seenIn(item: RunItem): readonly Observation[] {
  if (item.kind === 'user')
    return typedByPerson(item) ? [{ by: 'person', text: typedIn(item) }] : []
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
        ...{ callId: item.callId, tool: item.tool, from, label: result.label },
        ...(result.holdsPrivate === true ? { holdsPrivate: true as const } : {}),
      },
    },
  ]
}

/** The task of a sub-agent is in words of the agent that started it. */
export const typedByPerson = ({ by }: RunItemOf<'user'>): boolean => by === undefined

/** What a person wrote or chose with a message. */
export const typedIn = ({ text, attached }: RunItemOf<'user'>): string =>
  [text, ...(attached ?? [])].join('\n')
