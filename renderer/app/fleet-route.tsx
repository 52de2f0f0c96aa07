// Fleet with its address, and with what it borrows from Audit: rows and calls of other machines look
// as those of this one do.
import type { ReactNode } from 'react'
import type { Approval } from '../../contract/approval/approval.ts'
import type { FleetView } from '../features/fleet/fleet-screen.tsx'
import { lazyScreen } from './lazy-screen.tsx'

type ScreenProps = {
  readonly view: FleetView
  onView(view: FleetView): void
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
  const { rowWords } = rowText
  const { titleOfCall, decidedElsewhere } = callText
  const audit = {
    ...{ QueryBar, rowWords, titleOfCall, cardOfCall },
    decidedBy: decidedElsewhere,
    kinds: strings.kinds,
  }
  return function FleetWithAudit({ renderCard, ...props }: ScreenProps) {
    return <Screen {...props} audit={{ ...audit, renderCard }} />
  }
})

const views: readonly FleetView[] = ['machines', 'search', 'charts']

type Props = {
  readonly view: string | null
  onGo(path: string): void
  renderCard(approval: Approval, ended: ReactNode): ReactNode
}

export function FleetRoute({ view, onGo, renderCard }: Props) {
  return (
    <FleetScreen
      view={views.find((each) => each === view) ?? 'machines'}
      onView={(next) => onGo(`/fleet/${next}`)}
      onSettings={() => onGo('/settings/fleet')}
      renderCard={renderCard}
    />
  )
}
