// What a principal may see and call of the tools that are open. Pure.
import type { Manifest } from '../../contract/call/manifest.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { openForms } from './forms.ts'
import { gapsOf, isUncertain, type Availability } from './tool-listing.ts'

type Offered = { readonly tool: AnyTool; readonly listed: boolean }

/** What a tool requires of its own, beside the place that all work in. */
export const beyondThePlace = (manifest: Manifest): Manifest => ({
  ...manifest,
  requires: manifest.requires.filter(({ kind }) => kind !== 'workspace' && kind !== 'sandbox'),
})

/** Each in the form that the principal has it, in the order in which they are offered. */
export function viewOf<E extends Offered>(
  open: readonly E[],
  principal: Principal,
  { hiddenBy, missing, granted }: Pick<Availability, 'hiddenBy' | 'missing' | 'granted'>,
  formFor: ReturnType<typeof openForms<E>>,
): readonly E[] {
  const forms = open.flatMap((entry) => formFor(entry, principal, granted) ?? [])
  return forms.filter(
    ({ tool: { manifest }, listed }) =>
      listed &&
      hiddenBy(manifest) === null &&
      gapsOf(beyondThePlace(manifest), missing).every(isUncertain),
  )
}
