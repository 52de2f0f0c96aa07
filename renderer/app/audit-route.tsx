// Audit with its address: what it is asked and which row it shows stand there, so that both can be linked to.
import { lazy, type ReactNode, useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CallId } from '../../contract/ids.ts'
import { auditAddress, type AuditPlace, auditPlaceOf } from '../state/audit-address.ts'

export const loadAudit = () => import('../features/audit/audit-screen.tsx')
const AuditScreen = lazy(() => loadAudit().then((part) => ({ default: part.AuditScreen })))

export function AuditRoute({ renderUndo }: { renderUndo(callId: CallId, again: boolean): ReactNode }) {
  const search = useSearch()
  const [, navigate] = useLocation()
  const place = useMemo(() => auditPlaceOf(search), [search])
  // Typing is no step to go back over.
  const onPlace = useCallback(({ query, row }: AuditPlace) => navigate(auditAddress(query, row), { replace: true }), [navigate])
  return <AuditScreen place={place} onPlace={onPlace} renderUndo={renderUndo} />
}
