// A flood made small before it is folded: what one moment brings of one thing counts once. Pure.
import type { PanelEvent } from '../../../contract/ipc/event.ts'

/**
 * Fewer events that fold to the same: pieces of one command's output are joined, and of row counts
 * the last stays. Nothing is moved over an item that is put, since the one that ends a call also
 * ends its output.
 */
export function coalesceEvents(
  events: readonly (PanelEvent | null)[],
): readonly (PanelEvent | null)[] {
  const left: (PanelEvent | null)[] = []
  const positions = new Map<string, number>()
  const texts = new Map<number, string[]>()
  for (const event of events) {
    if (event === null || event.kind === 'item-put' || event.kind === 'app-changed')
      positions.clear()
    const key = event === null ? null : keyOf(event)
    const at = key === null ? undefined : positions.get(key)
    if (event === null || key === null || at === undefined) {
      if (key !== null) positions.set(key, left.length)
      if (event?.kind === 'output-added') texts.set(left.length, [event.text])
      left.push(event)
    } else if (event.kind === 'output-added') texts.get(at)?.push(event.text)
    else left[at] = event
  }
  return left.map((event, at) =>
    event?.kind === 'output-added' ? { ...event, text: (texts.get(at) ?? []).join('') } : event,
  )
}

function keyOf(event: PanelEvent): string | null {
  if (event.kind === 'output-added') return `output ${event.callId}`
  if (event.kind === 'journal-grew') return 'journal'
  return null
}
