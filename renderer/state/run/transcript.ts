// One run's items as they stream: the newest of them, and older ones as far as the reader went up.
// Pure. The hard case: events arrive while the run is being read. They are kept, and replayed over
// what was read.
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'

export type Transcript = {
  readonly run: Run | null
  /** In order, without a gap. */
  readonly items: readonly RunItem[]
  /** Whether the store has some before them. */
  readonly older: boolean
  /** Runs that go on from this one differently, as last read. */
  readonly branches: readonly Run[]
  /** False until the run was read once. */
  readonly read: boolean
  /** Events heard while a read is under way; null when none is. */
  readonly received: readonly PanelEvent[] | null
}

/** What one read of a run gives. */
export type RunPage = Pick<Transcript, 'items' | 'older' | 'branches'> & { readonly run: Run }

export const emptyTranscript: Transcript = {
  run: null,
  items: [],
  older: false,
  branches: [],
  read: false,
  received: null,
}

export function applyToTranscript(transcript: Transcript, event: PanelEvent): Transcript {
  const received = transcript.received === null ? null : [...transcript.received, event]
  if (event.kind === 'run-changed') return { ...transcript, received, run: event.run }
  if (event.kind === 'item-put')
    return { ...transcript, received, items: putItem(transcript, event.item) }
  if (event.kind === 'text-added')
    return { ...transcript, received, items: addText(transcript.items, event.itemId, event.delta) }
  return { ...transcript, received }
}

/**
 * A put heard during the read is never older than the read's own copy once the last one is applied,
 * so puts are replayed. A bare delta may already be in what was read, so it counts only after a put
 * of its item; the put that ends the item brings the whole text in any case. Older items that were
 * read before stay where they join the page.
 */
export function wholeTranscript(before: Transcript, page: RunPage): Transcript {
  const put = new Set<number>()
  const first = page.items[0]?.id ?? 0
  const earlier =
    page.older && before.items.some(({ id }) => id >= first - 1)
      ? before.items.filter(({ id }) => id < first)
      : []
  const older = earlier.length > 0 ? before.older : page.older
  let whole: Transcript = {
    ...page,
    items: [...earlier, ...page.items],
    older,
    read: true,
    received: null,
  }
  for (const event of before.received ?? []) {
    if (event.kind === 'item-put') put.add(event.item.id)
    if (event.kind === 'text-added' && !put.has(event.itemId)) continue
    whole = applyToTranscript(whole, event)
  }
  return whole
}

/** Items read before the first one. What does not join it came too late, and is dropped. */
export function withOlder(
  transcript: Transcript,
  before: number,
  page: Pick<RunPage, 'items' | 'older'>,
): Transcript {
  if (transcript.items[0]?.id !== before) return transcript
  return { ...transcript, items: [...page.items, ...transcript.items], older: page.older }
}

/**
 * Items kept while the reader is at the end; a long run must not grow in memory for being looked
 * at.
 */
const most = 600
const least = 300

/** Without the oldest when there are many: they are read again on the way up. */
export function trimmed(transcript: Transcript): Transcript {
  if (transcript.items.length <= most) return transcript
  return { ...transcript, items: transcript.items.slice(-least), older: true }
}

/**
 * The place of an item, or where it would be. New ones come at the end, so the search begins
 * there.
 */
function positionOf(items: readonly RunItem[], id: number): number {
  let at = items.length
  while (at > 0 && (items[at - 1]?.id ?? 0) >= id) at -= 1
  return at
}

function putItem({ items, older }: Transcript, item: RunItem): readonly RunItem[] {
  const at = positionOf(items, item.id)
  // An item from before those that were read would leave a gap; it is read with its neighbours.
  if (at === 0 && older && items[0]?.id !== item.id) return items
  return items[at]?.id === item.id ? items.with(at, item) : items.toSpliced(at, 0, item)
}

function addText(items: Transcript['items'], id: number, delta: string): Transcript['items'] {
  const at = positionOf(items, id)
  const item = items[at]
  if (item === undefined || item.id !== id || item.kind !== 'assistant') return items
  return items.with(at, { ...item, text: item.text + delta })
}
