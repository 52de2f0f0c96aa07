// Fleet with its address, and with what it borrows from Audit: rows and calls of other machines look
// as those of this one do.
import { type ReactNode, useMemo } from 'react'
import type { Approval } from '../../contract/approval/approval.ts'
import { fleetAddress, type FleetLocation, fleetLocationOf } from '../state/fleet-address.ts'
import { useHashSearch } from './use-hash-location.ts'
import { lazyScreen } from './lazy-screen.tsx'

type ScreenProps = {
  readonly location: FleetLocation
  onLocation(location: FleetLocation): void
  onSettings(): void
  renderCard(approval: Approval, ended: ReactNode): ReactNode
}

const FleetScreen = lazyScreen(async () => {
  const [{ FleetScreen: Screen }, { QueryBar }, rowText, callText, { cardOfCall }, { strings }] =
    await Promise.all([
      import('../features/fleet/fleet-screen.tsx'),
      import('../features/audit/query/query-bar.tsx'),
      import('../features/audit/row/row-text.ts'),
      import('../features/audit/row/call-text.ts'),
      import('../features/audit/row/card-of-call.ts'),
      import('../features/audit/strings.ts'),
    ])
  const { rowSummary } = rowText
  const { titleOfCall, decidedElsewhere } = callText
  const audit = {
    QueryBar,
    rowSummary,
    titleOfCall,
    cardOfCall,
    decidedBy: decidedElsewhere,
    kinds: strings.kinds,
  }
  return function FleetWithAudit({ renderCard, ...props }: ScreenProps) {
    return <Screen {...props} audit={{ ...audit, renderCard }} />
  }
})

type Props = {
  readonly view: string | null
  onGo(path: string, options?: { readonly replace: boolean }): void
  renderCard(approval: Approval, ended: ReactNode): ReactNode
}

export function FleetRoute({ view, onGo, renderCard }: Props) {
  const search = useHashSearch()
  const location = useMemo(() => fleetLocationOf(view, search), [view, search])
  return (
    <FleetScreen
      location={location}
      onLocation={(next) =>
        // Typing is no step to go back over.
        onGo(fleetAddress(next), {
          replace: next.view === location.view && next.day === location.day,
        })
      }
      onSettings={() => onGo('/settings/fleet')}
      renderCard={renderCard}
    />
  )
}
