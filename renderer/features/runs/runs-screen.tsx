// The list of runs beside the one that is looked at. Joins, and decides nothing.
import { Plus } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import { Button } from '../../ui/button.tsx'
import { SideHead, SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { RunFinder } from './run-finder.tsx'
import { RunTotalsLine } from './run-totals-line.tsx'
import { RunView } from './run-view.tsx'
import css from './runs-screen.module.css'
import { StartView } from './start-view.tsx'
import type { RenderSlots } from './render-slots.ts'
import { strings } from './strings.ts'

type Props = {
  readonly selectedId: string | null
  /** The number of the item to begin at; null for the end. */
  readonly at: number | null
  onSelect(id: string | null, item?: number): void
  /** The approval card belongs to another feature; the app lends it. */
  readonly slots: RenderSlots
}

export function RunsScreen({ selectedId, at, onSelect, slots }: Props) {
  const toAll = useCallback(() => onSelect(null), [onSelect])
  /** The person said that they want to write, also a newcomer. */
  const [writes, setWrites] = useState(false)
  return (
    <SideScreen small away={selectedId !== null}>
      <SideList>
        <SideHead className={css.listHead}>
          <h2>{strings.title}</h2>
          <Button
            size="small"
            icon={<Plus size={15} aria-hidden="true" />}
            onClick={() => {
              setWrites(true)
              onSelect(null)
            }}
          >
            {strings.newRun}
          </Button>
        </SideHead>
        <RunFinder selectedId={selectedId} onSelect={onSelect} />
        <RunTotalsLine />
      </SideList>
      {selectedId === null ? (
        <StartView onStarted={onSelect} welcome={slots.welcome} writes={writes} />
      ) : (
        // The id comes out of the address bar; main parses it and refuses what is none.
        <RunView
          key={selectedId}
          id={selectedId as RunId}
          at={at}
          slots={slots}
          onBack={toAll}
          onGo={onSelect}
        />
      )}
    </SideScreen>
  )
}
