// What an organisation lets be used of this server, and of what each of its tools it holds.
import { heldServerText } from '../../../../contract/bundle/held-text.ts'
import { useManaged } from '../../../state/policy/use-managed.ts'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import css from '../servers-screen.module.css'

export function ManagedServer({ name }: { readonly name: string }) {
  const managed = useManaged()
  if (managed === null || !Object.hasOwn(managed.servers, name)) return null
  const pins = managed.servers[name]
  return pins === undefined ? null : (
    <p className={css.managed}>
      <ManagedBy name={managed.organisation}>{sentence(heldServerText(pins))}</ManagedBy>
    </p>
  )
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
