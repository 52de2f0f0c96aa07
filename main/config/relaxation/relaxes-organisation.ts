// What another section about the organisation lets through, in sentences. Pure.
import type { OrganisationConfig } from '../../../contract/policy/config/organisation-config.ts'

type Section = OrganisationConfig | null

/** The signers decide what is held back, so another source or other keys may bring a looser bundle. */
export function relaxesOrganisation(from: Section, to: Section): readonly string[] {
  if (from === null) return []
  if (to === null || to.name !== from.name)
    return [`The policy of ${from.name} no longer restricts anything here.`]
  const more = to.keys.filter((key) => !from.keys.includes(key))
  return [
    ...more.map((key) => `Another key may sign the policy of ${to.name}: ${key}.`),
    ...(to.signatures < from.signatures
      ? [`Fewer keys have to sign the policy of ${to.name}: ${to.signatures}.`]
      : []),
    ...(to.source === from.source
      ? []
      : [`The policy of ${to.name} comes from elsewhere: ${to.source}.`]),
  ]
}
