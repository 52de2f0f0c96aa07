// What the section of the fleet lets through that it did not before, in sentences. Pure.
import { canonicalJson } from '../../../contract/json.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'

/** More persons who can approve, other keys for them, or another name for oneself. */
export function relaxesFleet(from: FleetConfig | null, to: FleetConfig | null): readonly string[] {
  const was = new Set((from?.peers ?? []).map((peer) => canonicalJson(peer)))
  return [
    ...(to?.peers ?? [])
      .filter((peer) => !was.has(canonicalJson(peer)))
      .map(({ machine, person }) => `${person} can give the second approval on ${machine}.`),
    ...(from?.person !== null && from?.person !== undefined && to?.person !== from.person
      ? [`A second approval may come from ${from.person}, because you have another name.`]
      : []),
  ]
}
