// What the register of machines adds to the configuration. It can only take away: a key that it names
// and the configuration does not is not accepted.
import { samePerson } from '../../../contract/fleet/same-person.ts'
import type { FleetPeer } from '../../../contract/policy/config/fleet-config.ts'
import { keyOf, type Registration } from './signed-mail.ts'

/** Why what this machine signs does not count now; null: it does. */
export function registrationFault(peer: FleetPeer, registration: Registration): string | null {
  if (registration === null) return `${peer.machine} is not in the register of machines.`
  if (registration.revoked) return `${peer.machine} was revoked.`
  if (!registration.publicKey.equals(keyOf(peer)))
    return `The register of machines has another key for ${peer.machine}.`
  return samePerson(registration.person, peer.person)
    ? null
    : `The register of machines says that ${peer.machine} is a machine of ${registration.person}, and not of ${peer.person}.`
}
