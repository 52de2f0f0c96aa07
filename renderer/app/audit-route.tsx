// Audit with its address: what it is asked and which row it shows are there, so that both can be
// linked to.
import { type ReactNode, useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import { auditAddress, type AuditLocation, auditLocationOf } from '../state/audit-address.ts'
import { useHashSearch } from './use-hash-location.ts'
import { lazyScreen } from './lazy-screen.tsx'

const AuditScreen = lazyScreen(() =>
  import('../features/audit/audit-screen.tsx').then((part) => part.AuditScreen),
)

type Slots = {
  renderUndo(callId: CallId, again: boolean): ReactNode
  renderCard(approval: Approval, ended: ReactNode): ReactNode
  renderResult(runId: RunId, callId: CallId): ReactNode
}

function Route(slots: Slots) {
  const search = useHashSearch()
  const [, navigate] = useLocation()
  const location = useMemo(() => auditLocationOf(search), [search])
  // Typing is no step to go back over.
  const onLocation = useCallback(
    ({ query, row }: AuditLocation) => navigate(auditAddress(query, row), { replace: true }),
    [navigate],
  )
  return <AuditScreen location={location} onLocation={onLocation} {...slots} />
}

export const AuditRoute = Object.assign(Route, { load: AuditScreen.load })
