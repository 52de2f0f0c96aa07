// Whether this page is on its way back after Gatehouse was started again, for the part of the window that shows it.
import { create } from 'zustand'
import type { PageReturn, ReturnState } from '../bridge/page-return.ts'

type Returning = { readonly state: ReturnState; readonly leaveAnyway: () => void }

export const useReturning = create<Returning>()(() => ({ state: 'none', leaveAnyway: () => {} }))

export function showReturning({ watch, leaveAnyway }: PageReturn): () => void {
  useReturning.setState({ leaveAnyway })
  return watch((state) => useReturning.setState({ state }))
}
