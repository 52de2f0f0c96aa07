// What was made of texts of servers before, so that a change of one tool costs one tool and not all.
import type { Offer, ServerConfig } from '../../../contract/server/server.ts'
import type { Item } from './items.ts'
import type { LabelledTool } from './labels/labelled-tool.ts'
import { UNSCANNED, scanKey, type Scanned, type ScanItem } from './scan/scan-item.ts'

/** So that one change costs one tool and not all of them. Belongs to one `Servers`. */
export type Memo = {
  readonly items: WeakMap<Offer, { readonly config: ServerConfig; readonly items: readonly Item[] }>
  tools: Map<string, LabelledTool>
  /** By what was looked through, where that was done by a thread of its own. */
  readonly scans: Map<string, Scanned>
}

export const newMemo = (): Memo => ({
  items: new WeakMap(),
  tools: new Map(),
  scans: new Map(),
})

/** Looks that are kept. */
const MOST_SCANS = 5_000

/** @param found as many as `items`, in their order */
export function keepScans(
  { scans }: Memo,
  items: readonly ScanItem[],
  found: readonly (Scanned | null)[],
): void {
  if (scans.size > MOST_SCANS) scans.clear()
  for (const [at, item] of items.entries()) scans.set(scanKey(item), found[at] ?? UNSCANNED)
}
