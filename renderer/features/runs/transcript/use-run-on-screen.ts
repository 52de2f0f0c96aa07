// What of a run is on the screen: its newest items, or those around one that an address leads to; and
// how the reader goes through them.
import { useCallback, useEffect, useRef } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { RunId } from '../../../../contract/ids.ts'
import type { RunItem } from '../../../../contract/agent/run.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { isFar } from '../../../state/run/run-part.ts'
import type { Transcript } from '../../../state/run/transcript.ts'
import { useAround } from '../../../state/run/use-around.ts'
import { useTranscript } from '../../../state/run/use-transcript.ts'
import { useFollow } from './use-follow.ts'

export type RunOnScreen = {
  /** Null until it is read. */
  readonly transcript: Transcript | null
  /** The newest items of the run. */
  readonly items: readonly RunItem[]
  /** Those that are drawn. */
  readonly rendered: readonly RunItem[]
  /** There are older ones than those. */
  readonly older: boolean
  /** What is drawn ends before the run does. */
  readonly apart: boolean
  /** Why the run could not be read, and why what is around the item could not. */
  readonly error: Failure | null
  readonly aroundError: Failure | null
  readonly follow: ReturnType<typeof useFollow>
  readUp(): void
  toEnd(): void
}

const none: readonly RunItem[] = []

/** `at`: the item to begin at; null for the end. */
export function useRunOnScreen(id: RunId, at: number | null): RunOnScreen {
  const bridge = useBridge()
  const { transcript, error, readOlder, trim } = useTranscript(bridge, id)
  const items = transcript?.items ?? none
  const output = useLive((live) => live.output)
  // An item far up is looked at with what is around it; what lies between is read when the reader
  // goes there.
  const around = useAround(bridge, id, at, transcript)
  const apart = around.items !== null
  const rendered = around.items ?? items
  const older = apart ? around.older : (transcript?.older ?? false)
  const { readOlder: olderAround, readNewer, leave } = around
  const readUp = useCallback(
    () => (apart ? olderAround() : readOlder()),
    [apart, olderAround, readOlder],
  )
  const follow = useFollow({
    items: rendered,
    newest: items,
    grows: output,
    apart,
    onNearTop: readUp,
    onNearEnd: readNewer,
    onEdge: trim,
  })
  const { catchUp, show } = follow
  const toEnd = useCallback(() => {
    leave()
    catchUp()
  }, [catchUp, leave])

  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (at === null || shown.current === at || rendered.length === 0) return
    if (show(at)) shown.current = at
    else if (
      !apart &&
      transcript !== null &&
      older &&
      at < (items[0]?.id ?? 0) &&
      !isFar(transcript, at)
    )
      readOlder(1_000)
  }, [apart, at, rendered, items, older, readOlder, show, transcript])

  const aroundError = around.error
  return {
    transcript,
    items,
    rendered,
    older,
    apart,
    error,
    aroundError,
    follow,
    readUp,
    toEnd,
  }
}
