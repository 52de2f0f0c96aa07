// How the person looks at the table: as it was left, as they change it now, or by a view that they
// saved.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { ConfigPatch } from '../../../../contract/policy/config/config-patch.ts'
import type { ToolTable, ToolView } from '../../../../contract/call/tool-table.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { changeLive, useLive } from '../../../state/live/live-store.ts'
import { noView } from './arrange.ts'

export type Views = {
  readonly view: ToolView
  readonly saved: ToolTable['views']
  readonly error: Failure | null
  /** Columns, grouping and order are kept for the next time; text and filters are not. */
  change(part: Partial<ToolView>): void
  apply(name: string): void
  /** Null takes it out. True when it is written. */
  save(name: string, view: ToolView | null): Promise<boolean>
}

/** Several clicks in a row are one change of the file. */
const SAVE_MS = 600

export function useView(): Views {
  const bridge = useBridge()
  const table = useLive((live) => live.app?.toolTable ?? null)
  const [own, setOwn] = useState<ToolView | null>(null)
  const [error, setError] = useState<Failure | null>(null)
  const view = own ?? table?.usual ?? noView
  // The one who holds an older `change` changes what is there now.
  const latest = useRef(view)
  latest.current = view
  const waiting = useRef<{
    readonly timer: ReturnType<typeof setTimeout>
    readonly usual: ToolView
  } | null>(null)

  const write = useCallback(
    async (toolTable: NonNullable<ConfigPatch['toolTable']>): Promise<boolean> => {
      const result = await bridge.call('config.update', { toolTable })
      setError(result.ok ? null : result.error)
      if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
      return result.ok
    },
    [bridge],
  )
  const keep = (usual: ToolView): void => {
    if (waiting.current !== null) clearTimeout(waiting.current.timer)
    const timer = setTimeout(() => {
      waiting.current = null
      void write({ usual })
    }, SAVE_MS)
    waiting.current = { timer, usual }
  }
  // Leaving the screen must not lose the last change.
  useEffect(
    () => () => {
      if (waiting.current === null) return
      clearTimeout(waiting.current.timer)
      void bridge.call('config.update', { toolTable: { usual: waiting.current.usual } })
      waiting.current = null
    },
    [bridge],
  )

  return {
    view,
    saved: table?.views ?? {},
    error,
    change(part) {
      const next = { ...latest.current, ...part }
      setOwn(next)
      if ('columns' in part || 'group' in part || 'sort' in part)
        keep({ ...next, text: '', filters: {} })
    },
    apply(name) {
      const found = table?.views[name]
      if (found === undefined) return
      setOwn(found)
      keep({ ...found, text: '', filters: {} })
    },
    save: (name, wanted) => write({ view: { name, view: wanted } }),
  }
}
