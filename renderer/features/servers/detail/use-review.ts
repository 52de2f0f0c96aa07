// What one server offers, read once it runs and again whenever a review would show something else.
import { useEffect, useRef, useState } from 'react'
import type { ServerListing } from '../../../../contract/server/server.ts'
import type { ServerReview } from '../../../../contract/server/server-review.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { type Read, useRead } from '../../../state/use-read.ts'
import { useCalm } from '../use-servers.ts'

export type Reviewing = Read<ServerReview> & {
  /**
   * The review as an answer to an act of this window gave it: nothing changed behind the reader's
   * back.
   */
  know(review: ServerReview): void
  /** It came out different while it was being looked at; until the reader has acted on it again. */
  readonly changedMeanwhile: boolean
}

export function useReview(server: ServerListing): Reviewing {
  const bridge = useBridge()
  const revision = useCalm(server.revision)
  const [newest, setNewest] = useState<ServerReview | null>(null)
  const [meanwhile, setMeanwhile] = useState(false)
  const shown = useRef<string | null>(null)
  const read = useRead(bridge, 'servers.review', { name: server.name }, revision)
  const value = newest ?? read.value

  // A newer read takes the place of what an act has told.
  useEffect(() => setNewest(null), [read.value])
  useEffect(() => {
    const digest = value?.digest ?? null
    if (digest === null) return
    if (shown.current !== null && shown.current !== digest) setMeanwhile(true)
    shown.current = digest
  }, [value])

  return {
    ...read,
    value,
    changedMeanwhile: meanwhile,
    know(review) {
      shown.current = review.digest
      setMeanwhile(false)
      setNewest(review)
    },
  }
}
