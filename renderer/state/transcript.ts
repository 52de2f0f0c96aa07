// One run's items as they stream. Pure.
// The hard case: events arrive while the run is being read. They are kept, and replayed over what was read.
import type { PanelEvent } from '../../contract/event.ts'
import type { Run, RunItem } from '../../contract/run.ts'

export type Transcript = {
  readonly run: Run | null
  readonly items: ReadonlyMap<number, RunItem>
  /** False until the run was read once. */
  readonly read: boolean
  /** Events heard while a read is under way; null when none is. */
  readonly heard: readonly PanelEvent[] | null
}

export function applyToTranscript(transcript: Transcript, event: PanelEvent): Transcript {
  const heard = transcript.heard === null ? null : [...transcript.heard, event]
  if (event.kind === 'run-changed') return { ...transcript, heard, run: event.run }
  if (event.kind === 'item-put') return { ...transcript, heard, items: new Map(transcript.items).set(event.item.id, event.item) }
  if (event.kind === 'text-added') return { ...transcript, heard, items: addText(transcript.items, event.itemId, event.delta) }
  return { ...transcript, heard }
}

/**
 * A put heard during the read is never older than the read's own copy once the last one is applied, so puts are
 * replayed. A bare delta may already be in what was read, so it counts only after a put of its item; the put that ends
 * the item brings the whole text in any case.
 */
export function wholeTranscript(run: Run, items: readonly RunItem[], heard: readonly PanelEvent[]): Transcript {
  const put = new Set<number>()
  let whole: Transcript = { run, items: new Map(items.map((item) => [item.id, item])), read: true, heard: null }
  for (const event of heard) {
    if (event.kind === 'item-put') put.add(event.item.id)
    if (event.kind === 'text-added' && !put.has(event.itemId)) continue
    whole = applyToTranscript(whole, event)
  }
  return whole
}

export const itemsInOrder = (transcript: Transcript): readonly RunItem[] => [...transcript.items.values()].sort((a, b) => a.id - b.id)

function addText(items: Transcript['items'], id: number, delta: string): Transcript['items'] {
  const item = items.get(id)
  if (item === undefined || item.kind !== 'assistant') return items
  return new Map(items).set(id, { ...item, text: item.text + delta })
}
