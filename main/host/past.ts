// What a session saw before this process began, read back from its transcript.
import type { SessionId } from '../../contract/ids.ts'
import type { Run, RunItem } from '../../contract/run.ts'
import type { Seen } from '../call/memory.ts'
import { placeOf } from '../call/result.ts'

export type PastRuns = { ofSession(session: SessionId): Run | null; items(id: Run['id']): readonly RunItem[] }

export function pastOf(session: SessionId, runs: PastRuns): readonly Seen[] {
  const run = runs.ofSession(session)
  return run === null ? [] : runs.items(run.id).flatMap(seenIn)
}

function seenIn(item: RunItem): readonly Seen[] {
  if (item.kind === 'user') return [{ by: 'person', text: item.text }]
  if (item.kind !== 'call' || item.state.kind !== 'ended') return []
  const { result } = item.state
  // A call that never ran brought nothing in: its text is our own.
  if (result.status === 'denied' || result.text === '') return []
  const from = placeOf(result.decision?.touches ?? [])
  return [{ by: 'tool', text: result.text, source: { callId: item.callId, tool: item.tool, from, label: result.label } }]
}
