// What an organisation holds here, for the places where the person sets the same. Null: nothing.
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import { useLive } from '../live/live-store.ts'
import { sharedRead, useSharedRead } from '../shared/shared-read.ts'

const managedPolicy = sharedRead('organisation.policy', (_before, now): ManagedPolicy | null => now)

/** @param asked false: it is not shown yet. */
export function useManaged(asked = true): ManagedPolicy | null {
  const hash = useLive((live) => live.app?.policyHash ?? null)
  return useSharedRead(managedPolicy, asked ? hash : null).value
}
