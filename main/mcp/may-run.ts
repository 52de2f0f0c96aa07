// Which program a server may run: one that the organisation names, and the one that was reviewed.
import type { Failure } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import type { Pin } from './trust/pin.ts'
import type { RunningServers } from './running-servers.ts'
import { programHeld, type OrganisationPins } from './trust/organisation-pins.ts'
import { programChange } from './trust/program-change.ts'

/** Why it is not started; null: it may be. */
export const mayNotStart = (
  organisation: OrganisationPins | null | undefined,
  server: string,
  launch: readonly string[],
  reviewed: readonly Pin[],
): Failure | null =>
  programHeld(organisation ?? null, server, launch) ?? programChange(server, reviewed, launch)

/**
 * A bundle of an organisation came while a server runs that was started from a program that it lets
 * nobody use: the program ends now. It is started again only from one that may be used.
 */
export function endUnpinned(
  names: readonly string[],
  organisation: OrganisationPins | null | undefined,
  running: Pick<RunningServers, 'get' | 'again'>,
): void {
  for (const name of names) {
    const offer = running.get(name)?.offer() ?? null
    if (offer !== null && programHeld(organisation ?? null, name, offer.launch) !== null)
      letGo(running.again(name))
  }
}
