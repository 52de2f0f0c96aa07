// Which call the pane shows. It stays where the person is: a call that was answered elsewhere or
// ran out says so in place.
import { useEffect, useRef, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'

/**
 * The call of that id as it is now: from the queue while it waits, else as it was last read, else
 * as it was last seen here. Null while nothing is known of it.
 */
export function useSelection(
  id: string | null,
  queue: readonly Approval[],
  read: (id: string) => Promise<Approval | null>,
  turn: number,
): Approval | null {
  const waiting = queue.find((each) => each.id === id) ?? null
  const [stored, setStored] = useState<Approval | null>(null)
  const last = useRef<Approval | null>(null)
  if (waiting !== null) last.current = waiting

  useEffect(() => {
    if (id === null || waiting !== null) return
    let current = true
    void read(id).then((found) => current && found !== null && setStored(found))
    return () => {
      current = false
    }
  }, [id, read, turn, waiting])

  if (waiting !== null) return waiting
  if (stored?.id === id) return stored
  return last.current?.id === id ? last.current : null
}
