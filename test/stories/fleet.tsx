// The fleet screen in each state there is.
import { useState } from 'react'
import { QueryBar } from '../../renderer/features/audit/query/query-bar.tsx'
import { decidedElsewhere, titleOfCall } from '../../renderer/features/audit/row/call-text.ts'
import { cardOfCall } from '../../renderer/features/audit/row/card-of-call.ts'
import { rowSummary } from '../../renderer/features/audit/row/row-text.ts'
import { strings } from '../../renderer/features/audit/strings.ts'
import { FleetScreen } from '../../renderer/features/fleet/fleet-screen.tsx'
import { type FleetView, fleetLocationOf } from '../../renderer/state/fleet-address.ts'
import type { FakeFleet } from '../fakes/bridge-fleet.ts'
import type { Act, Story } from './story.ts'

const audit = {
  QueryBar,
  rowSummary,
  titleOfCall,
  decidedBy: decidedElsewhere,
  cardOfCall,
  kinds: strings.kinds,
  renderCard: () => null,
}
const nothing = (): void => {}

function Fleet({ view }: { readonly view: FleetView }) {
  const [location, setLocation] = useState(fleetLocationOf(view, ''))
  return (
    <FleetScreen location={location} audit={audit} onLocation={setLocation} onSettings={nothing} />
  )
}

/** A search begins when somebody has stopped typing; a list draws what is out of sight a moment later. */
const waited: readonly Act[] = [{ passMs: 400 }, { passMs: 400 }]
const opened: readonly Act[] = [{ click: 'Open the calls of ada-laptop' }, ...waited]

const story = (
  name: string,
  fleet: FakeFleet,
  view: FleetView,
  { width = 1_180, acts = [] }: { readonly width?: number; readonly acts?: readonly Act[] } = {},
): Story => ({
  name: `fleet-screen-${name}`,
  width,
  bridge: { fleet },
  acts,
  element: () => (
    <div style={{ height: 620 }}>
      <Fleet view={view} />
    </div>
  ),
})

export const fleetStories: readonly Story[] = [
  story('machines', 'level', 'machines'),
  story('machines-narrow', 'level', 'machines', { width: 520 }),
  story('many', 'many', 'machines'),
  story('checking', 'checking', 'machines'),
  story('no-rows', 'empty', 'machines'),
  story('none', 'none', 'machines'),
  story('no-reader', 'no-reader', 'machines'),
  story('refused', 'refused', 'machines'),
  story('away', 'waiting', 'machines'),
  story('search', 'level', 'search', { acts: waited }),
  story('search-slow', 'slow', 'search', { acts: waited }),
  story('findings', 'level', 'machines', { acts: [{ click: 'Check all machines' }] }),
  story('day', 'level', 'machines', { acts: opened }),
  story('day-narrow', 'level', 'machines', { width: 560, acts: opened }),
  story('charts', 'level', 'charts'),
]
