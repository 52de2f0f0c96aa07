// What a running command has written so far. Pure. Bounded: a flood keeps its end, and says that
// its beginning is gone.
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { CallId } from '../../../contract/ids.ts'

/**
 * Characters kept per call. Enough to follow a build, little enough for a child that never stops.
 */
export const outputRetained = 64 * 1024

export type LiveOutput = { readonly text: string; readonly cut: boolean }
type OutputAdded = Extract<PanelEvent, { kind: 'output-added' }>

export function applyOutput(
  all: ReadonlyMap<CallId, LiveOutput>,
  event: OutputAdded,
): ReadonlyMap<CallId, LiveOutput> {
  const before = all.get(event.callId)
  const text = (before?.text ?? '') + event.text
  const cut = text.length > outputRetained
  return new Map(all).set(event.callId, {
    text: cut ? text.slice(-outputRetained) : text,
    cut: cut || (before?.cut ?? false),
  })
}

export function withoutOutput(
  all: ReadonlyMap<CallId, LiveOutput>,
  id: CallId,
): ReadonlyMap<CallId, LiveOutput> {
  if (!all.has(id)) return all
  return new Map([...all].filter(([key]) => key !== id))
}
