// All items of a run, a page at a time.
import type { RunItem } from '../../../contract/agent/run.ts'
import type { RunId } from '../../../contract/ids.ts'
import type { Agent } from '../../agent/prompt/agent-port.ts'

/** As many as are read at once, also where no number is asked for. */
export const NEWEST = 200

export function everyItem(pages: Pick<Agent, 'items'>, id: RunId): readonly RunItem[] {
  const items: RunItem[] = []
  for (let older = true; older;) {
    const before = pages.items(id, items[0]?.id, NEWEST)
    items.unshift(...before.items)
    older = before.older && before.items.length > 0
  }
  return items
}
