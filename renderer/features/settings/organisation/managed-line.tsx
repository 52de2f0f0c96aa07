// Beside the choice of a preset: what an organisation lets be the loosest.
import { useManaged } from '../../../state/policy/use-managed.ts'
import { presetName } from '../../../state/policy/use-preset.ts'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import { organisationStrings as words } from './strings.ts'

export function ManagedLine() {
  const managed = useManaged()
  return managed === null || managed.preset === null ? null : (
    <p>
      <ManagedBy name={managed.organisation}>{words.loosest(presetName(managed.preset))}</ManagedBy>
    </p>
  )
}
