// A row source for a component: opened for one query, told when rows were added, closed with the component.
import { useEffect, useMemo } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { openRowSource, type RowSource } from './row-source.ts'

/** `following`: new rows are shown as they come. Whoever shows the rows subscribes to what it shows of them. */
export function useFoundRows(query: string, following: boolean): RowSource {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const source = useMemo(() => openRowSource({ bridge, query }), [bridge, query])
  useEffect(() => {
    source.open()
    return () => source.close()
  }, [source, epoch])
  // Past React: a busy agent adds rows more often than the screen has anything to draw.
  useEffect(() => {
    if (useLive.getState().journalSeq > 0) source.grew(following)
    return useLive.subscribe((live, before) => {
      if (live.journalSeq !== before.journalSeq && live.journalSeq > 0) source.grew(following)
    })
  }, [source, following])
  return source
}
