// A row source for a component: opened for one query, told when rows were added, closed with the component.
import { useEffect, useMemo, useReducer } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { openRowSource, type RowSource } from './row-source.ts'

/** `following`: new rows are shown as they come. */
export function useFoundRows(query: string, following: boolean): RowSource {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const newest = useLive((live) => live.journalSeq)
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const source = useMemo(() => openRowSource({ bridge, query, onChange: redraw }), [bridge, query])
  useEffect(() => {
    source.open()
    return () => source.close()
  }, [source, epoch])
  useEffect(() => {
    if (newest > 0) source.grew(following)
  }, [source, newest, following])
  return source
}
