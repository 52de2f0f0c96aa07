// What an organisation holds, as the policy screen shows it beside the person's own.
import {
  ManagedPreset,
  ManagedRest,
  ManagedStop,
} from '../../renderer/features/policy/managed-overview.tsx'
import { ManagedRules } from '../../renderer/features/policy/managed-rules.tsx'
import { useManaged } from '../../renderer/state/policy/use-managed.ts'
import type { Story } from './story.ts'

function Overview() {
  const managed = useManaged()
  return (
    <>
      <ManagedPreset managed={managed} />
      <ManagedStop managed={managed} />
      <ManagedRest managed={managed} />
    </>
  )
}

function Rules() {
  const managed = useManaged()
  return managed === null ? null : <ManagedRules managed={managed} />
}

const bridge = { organisation: 'in-force' } as const

export const managedPolicyStories: readonly Story[] = [
  { name: 'managed-overview', width: 900, bridge, element: () => <Overview /> },
  { name: 'managed-rules', width: 900, bridge, element: () => <Rules /> },
]
