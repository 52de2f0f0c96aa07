// What an organisation holds here, for the places where the person sets the same. Null: nothing.
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../live/live-store.ts'
import { useRead } from '../use-read.ts'

export function useManaged(): ManagedPolicy | null {
  const hash = useLive((live) => live.app?.policyHash ?? null)
  return useRead(useBridge(), 'organisation.policy', {}, hash).value
}
