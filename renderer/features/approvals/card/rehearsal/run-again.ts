// What came in between: looks which files of a staged command changed since it ran, and runs it again
// in a new copy.
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../../contract/failure.ts'
import type { ApprovalId } from '../../../../../contract/ids.ts'
import { useBridge } from '../../../../bridge/bridge-context.ts'
import { changeLive } from '../../../../state/live/live-store.ts'
import { applyEvent } from '../../../../state/live/live.ts'
import { useWhileHere } from '../../../../state/use-while-here.ts'

/** When the card opens, and when the person comes back from where they changed something. */
export function useFreshConflicts(
  id: ApprovalId,
  conflicts: readonly string[],
  pending: boolean,
): void {
  const bridge = useBridge()
  const known = useRef('')
  useEffect(() => {
    known.current = conflicts.join('\n')
  }, [conflicts])
  useEffect(() => {
    if (!pending) return
    const look = (): void => {
      void bridge.call('approvals.rehearse', { id, opened: true }).then((result) => {
        if (!result.ok || result.value.state !== 'pending' || result.value.staged === null) return
        if (result.value.staged.conflicts.join('\n') === known.current) return
        const { value: approval } = result
        changeLive((live) => applyEvent(live, { kind: 'approval-changed', approval }))
      })
    }
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [bridge, id, pending])
}

/** Its new card comes as an event, and takes the place of this one. */
export function useRunAgain(id: ApprovalId): {
  readonly busy: boolean
  readonly error: Failure | null
  start(): void
} {
  const bridge = useBridge()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const failed = useWhileHere((failure: Failure | null) => {
    setBusy(false)
    setError(failure)
  })
  return {
    busy,
    error,
    start() {
      if (busy) return
      setBusy(true)
      setError(null)
      void bridge
        .call('approvals.run-again', { id })
        .then((result) => failed(result.ok ? null : result.error))
    },
  }
}
