// What an organisation sets for the tool of a plugin.
import { heldToolText } from '../../../../contract/bundle/held-text.ts'
import { useManaged } from '../../../state/policy/use-managed.ts'
import { ManagedBy } from '../../../ui/managed-by.tsx'

export function ManagedPlugin({ name }: { readonly name: string }) {
  const managed = useManaged()
  const setting = managed?.tools[name]
  return managed === null || setting === undefined ? null : (
    <p>
      <ManagedBy name={managed.organisation}>{heldToolText(setting)}</ManagedBy>
    </p>
  )
}
