// A bundle of an organisation came while a server runs that was started from a program that it lets
// nobody use: the program ends now. It is started again only from one that may be used.
import { letGo } from '../../contract/let-go.ts'
import type { RunningServers } from './running-servers.ts'
import { programHeld, type OrganisationPins } from './trust/organisation-pins.ts'

export function endUnpinned(
  names: readonly string[],
  pins: OrganisationPins | null,
  running: Pick<RunningServers, 'get' | 'again'>,
): void {
  if (pins === null) return
  for (const name of names) {
    const offer = running.get(name)?.offer() ?? null
    if (offer !== null && programHeld(pins, name, offer.launch) !== null) letGo(running.again(name))
  }
}
