// The question and the row of Audit, and the address they are in: whichever changes, the other
// follows.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { JournalRow } from '../../../contract/journal/journal.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import type { AuditLocation } from '../../state/audit-address.ts'
import { foundRows } from '../../state/found-rows.ts'
import { strings } from './strings.ts'

/**
 * Milliseconds without a key after which a question is written. A browser refuses some hundred
 * changes a minute.
 */
const REST_MS = 300

type Deps = {
  readonly location: AuditLocation
  /** The question as it counts. */
  readonly query: string
  onLocation(location: AuditLocation): void
  /** The address has another question. */
  onQuery(query: string): void
}

/** The row that is shown, and why the one in the address cannot be. */
export type Shown = {
  readonly chosen: JournalRow | null
  readonly missing: Failure | null
  choose(row: JournalRow | null): void
}

export function useAuditLocation({ location, query, onLocation, onQuery }: Deps): Shown {
  const bridge = useBridge()
  const [chosen, setChosen] = useState<JournalRow | null>(null)
  const [missing, setMissing] = useState<Failure | null>(null)
  /** The address as it is, or will be at once. */
  const stands = useRef<AuditLocation>({ query: location.query, row: null })

  const write = useCallback(
    (next: AuditLocation): void => {
      if (next.query === stands.current.query && next.row === stands.current.row) return
      stands.current = next
      onLocation(next)
    },
    [onLocation],
  )
  const choose = useCallback(
    (row: JournalRow | null): void => {
      setChosen(row)
      setMissing(null)
      write({ query: stands.current.query, row: row?.seq ?? null })
    },
    [write],
  )

  useEffect(() => {
    const before = stands.current
    stands.current = location
    if (location.query !== before.query) onQuery(location.query)
    const { row } = location
    if (row === before.row) return
    setChosen(null)
    setMissing(null)
    if (row === null) return
    const only = { query: '', most: 1, after: row - 1, before: row + 1 }
    void foundRows(bridge, only).then((answer) => {
      // Another place was gone to meanwhile.
      if (stands.current.row !== row) return
      const [found] = answer.ok ? answer.value.rows : []
      if (found !== undefined) setChosen(found)
      else
        setMissing(
          answer.ok
            ? { code: 'audit.no-row', text: strings.noRow(row), hint: strings.noRowHint }
            : answer.error,
        )
    })
    // What is typed meanwhile is no other place.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [bridge, location])

  useEffect(() => {
    const timer = setTimeout(() => write({ query, row: stands.current.row }), REST_MS)
    return () => clearTimeout(timer)
  }, [query, write])
  return { chosen, missing, choose }
}
