// What a person does in a review: each act answers with the review as it is after it.
import { useState } from 'react'
import type { Reviewed, ServerListing } from '../../../../contract/server/server.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAct } from '../../../state/use-act.ts'
import { strings } from '../strings.ts'
import { summaryOf } from './review-summary.ts'
import { useReview } from './use-review.ts'

const words = strings.review

export const keyOf = ({ what, name }: Pick<Reviewed, 'what' | 'name'>): string => `${what} ${name}`
export const waits = ({ state }: Reviewed): boolean =>
  state === 'new' || state === 'changed' || state === 'gone'

export type ReviewActs = ReturnType<typeof useReviewActs>

export function useReviewActs(server: ServerListing) {
  const bridge = useBridge()
  const review = useReview(server)
  const { act, busy, error } = useAct()
  const [said, setSaid] = useState('')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ToolLabels>>(new Map())

  const accept = async (items: readonly Reviewed[]): Promise<void> => {
    const digest = review.value?.digest
    if (digest === undefined) return
    setSaid('')
    const refs = items.map((item) => {
      const labels = drafts.get(keyOf(item))
      return { what: item.what, name: item.name, ...(labels === undefined ? {} : { labels }) }
    })
    const after = await act('accept', () =>
      bridge.call('servers.accept', { name: server.name, items: refs, digest }),
    )
    if (after === null) return review.reload()
    review.know(after)
    setSaid([words.accepted(items.length), ...summaryOf(after.items)].join(' '))
    setDrafts((before) => {
      const next = new Map(before)
      for (const item of items) next.delete(keyOf(item))
      return next
    })
  }
  const close = async ({ what, name }: Reviewed): Promise<void> => {
    const after = await act('close', () =>
      bridge.call('servers.close', { name: server.name, item: { what, name } }),
    )
    if (after !== null) review.know(after)
  }
  /** Whether it is trusted now. What that makes reviewable is read in the same act, so that a sheet can show it at once. */
  const trust = async (): Promise<boolean> => {
    setSaid('')
    const after = await act('change', async () => {
      const { name } = server
      const done = await bridge.call('servers.change', { name, trust: 'verified' })
      return done.ok ? bridge.call('servers.review', { name }) : done
    })
    if (after === null) return false
    review.know(after)
    return true
  }
  const label = (item: Reviewed, labels: ToolLabels | null): void =>
    setDrafts((before) => {
      const next = new Map(before)
      const proposed = item.labels?.proposed
      if (labels === null || JSON.stringify(labels) === JSON.stringify(proposed))
        next.delete(keyOf(item))
      else next.set(keyOf(item), labels)
      return next
    })

  return {
    review,
    busy: busy !== null,
    error: error ?? review.error,
    said,
    drafts,
    accept,
    close,
    label,
    /** Null: more trust would open nothing. */
    trust: server.config.trust === 'community' ? trust : null,
  }
}
