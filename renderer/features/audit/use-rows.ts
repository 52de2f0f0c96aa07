// The journal as a screen reads it: keyset pages downwards, and while following, new rows on top.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { JournalFilter, JournalRow } from '../../../contract/journal.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { joins, mergeRows } from './row-pages.ts'

const pageSize = 100

type Rows = {
  readonly rows: readonly JournalRow[]
  readonly total: number
  readonly done: boolean
  readonly read: boolean
  readonly error: Failure | null
}
const noRows: Rows = { rows: [], total: 0, done: false, read: false, error: null }

export function useRows(filter: Partial<JournalFilter>, follow: boolean): Rows & { readonly busy: boolean; more(): void } {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const newest = useLive((live) => (follow ? live.journalSeq : 0))
  const [state, setState] = useState<Rows>(noRows)
  const [busy, setBusy] = useState(false)
  const key = JSON.stringify(filter)
  // Answers to an older question are dropped by their turn.
  const turn = useRef(0)
  const current = useRef(state)
  current.current = state

  const read = useCallback(
    async (before: number | undefined) => {
      const mine = turn.current
      setBusy(true)
      const result = await bridge.call('audit.page', {
        limit: pageSize,
        filter: JSON.parse(key),
        ...(before === undefined ? {} : { before }),
      })
      if (mine !== turn.current) return
      setBusy(false)
      setState((known) => {
        if (!result.ok) return { ...known, read: true, error: result.error }
        const { rows, total } = result.value
        const fits = before !== undefined || joins(known.rows, rows, pageSize)
        const merged = fits ? mergeRows(known.rows, rows) : rows
        return {
          rows: merged,
          total,
          read: true,
          error: null,
          done: before === undefined ? (fits && known.done) || rows.length < pageSize : rows.length < pageSize,
        }
      })
    },
    [bridge, key],
  )

  useEffect(() => {
    turn.current += 1
    setState(noRows)
    void read(undefined)
  }, [read, epoch])

  useEffect(() => {
    if (newest === 0 || newest === current.current.rows[0]?.seq) return
    // A busy agent writes many rows a second; the top is read at most four times in one.
    const timer = setTimeout(() => void read(undefined), 250)
    return () => clearTimeout(timer)
  }, [newest, read])

  const more = useCallback(() => {
    const last = current.current.rows.at(-1)
    if (!busy && !current.current.done && last !== undefined) void read(last.seq)
  }, [busy, read])

  return { ...state, busy, more }
}
