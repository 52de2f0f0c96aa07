// A row source for a component: opened for one query, told when rows were added, closed with the
// component.
import { useEffect, useMemo, useRef } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useDrawnAhead } from '../../../state/drawn-ahead.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { newestStored } from './newest-rows.ts'
import { openJournalPager } from './journal-pager.ts'
import type { RowSource } from './row-source.ts'

/**
 * `following`: new rows are shown as they come. The one who shows the rows subscribes to what it
 * shows of them.
 */
export function useFoundRows(query: string, following: boolean): RowSource {
  const bridge = useBridge()
  const epoch = useLive((live) => live.epoch)
  const stored = newestStored(bridge, query)
  // The first one asks before the screen is drawn: the store looks meanwhile. Later ones may be
  // dropped before they are shown.
  const ahead = useRef<RowSource | 'none yet' | null>(useDrawnAhead() ? null : 'none yet')
  const source = useMemo(() => {
    const opened = openJournalPager({
      bridge,
      query,
      before: stored?.get(epochNow(), useLive.getState().journalSeq) ?? null,
      onNewest: (rows) => stored?.keep(epochNow(), rows),
    })
    if (ahead.current === 'none yet') {
      opened.open()
      ahead.current = opened
    }
    return opened
  }, [bridge, query, stored])
  useEffect(() => {
    if (ahead.current !== source) source.open()
    ahead.current = null
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

const epochNow = (): number => useLive.getState().epoch
