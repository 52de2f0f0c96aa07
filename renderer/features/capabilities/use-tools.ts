// The tools as they are, and today's figures, each read again when something may have changed it, a
// few times a second at most.
import { useEffect, useMemo, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { ToolUsage } from '../../../contract/call/manifest.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useToolList } from '../../state/shared/tool-list.ts'
import { useRead } from '../../state/use-read.ts'
import { rowOf, type ToolRow, withUsage } from './tool-row.ts'

const none: readonly ToolUsage[] = []

/** Null until they were read once. */
export function useTools(): {
  readonly rows: readonly ToolRow[] | null
  readonly error: Failure | null
  reload(): void
} {
  const bridge = useBridge()
  // A new snapshot of the app brings a new object; a journal that grew does not.
  const snapshot = useDeferredMount(
    useLive((live) => live.app?.config ?? null),
    250,
  )
  const journal = useDeferredMount(
    useLive((live) => live.journalSeq),
    500,
  )
  const list = useToolList(snapshot)
  const usage = useRead(bridge, 'tools.usage', { since: midnight() }, journal)
  const plain = useMemo(() => list.value?.map(rowOf) ?? null, [list.value])
  const rows = useMemo(
    () => (plain === null ? null : withUsage(plain, usage.value ?? none)),
    [plain, usage.value],
  )
  return { rows, error: list.error, reload: list.reload }
}

/**
 * A value that changes often, at most once in so many milliseconds; the first change comes through
 * at once.
 */
export function useDeferredMount<T>(value: T, everyMs: number): T {
  const [shown, setShown] = useState({ value, at: 0 })
  useEffect(() => {
    if (Object.is(shown.value, value)) return
    const wait = Math.max(0, shown.at + everyMs - performance.now())
    const timer = setTimeout(() => setShown({ value, at: performance.now() }), wait)
    return () => clearTimeout(timer)
  }, [value, shown, everyMs])
  return shown.value
}

/** When the person's day began, in epoch milliseconds. */
const midnight = (): number => new Date().setHours(0, 0, 0, 0)
