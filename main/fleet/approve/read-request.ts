// A request of another machine, read and held against what is known of that machine here. What the
// database says of it means nothing: only the text that was signed does. Pure.
import { samePerson } from '../../../contract/fleet/same-person.ts'
import { SecondRequest } from '../../../contract/fleet/second-request.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { strictJson } from '../../../contract/strict-json.ts'
import { isSignature } from '../signature.ts'
import { keyOf, requestText, SKEW_MS, type Mail, type Registration } from './signed-mail.ts'
import { registrationFault } from './registration.ts'

/** The longest that a held call may wait. */
const LONGEST_WAIT_MS = 86_400_000

/** Err: why it is not shown, in one sentence. */
export function readRequest(
  { machine, body, signature }: Mail,
  fleet: FleetConfig,
  registration: Registration,
  now: number,
): Result<SecondRequest, string> {
  const peer = fleet.peers.find((one) => one.machine === machine)
  if (peer === undefined) return err('No machine of that name is written in fleet.peers here.')
  if (!isSignature(requestText(peer.machine, body), signature, keyOf(peer)))
    return err('It is not signed with the key that fleet.peers has for that machine.')
  const value = strictJson(body)
  if (!value.ok && value.error.kind === 'repeated')
    return err(`It can be read in two ways: ${value.error.text}.`)
  const read = SecondRequest.safeParse(value.ok ? value.value : null)
  if (!read.success)
    return err('This version of Gatehouse cannot read it: both machines need the same version.')
  const { from, to, approval, first } = read.data
  if (from.machine !== peer.machine || !samePerson(from.person, peer.person))
    return err(`It is from ${from.person} on ${from.machine}, and not from whom it was signed by.`)
  if (fleet.person === null || samePerson(from.person, fleet.person))
    return err('It is from the same person who would answer it.')
  if (!to.includes(fleet.machine)) return err('It is addressed to other machines.')
  if (approval.state !== 'pending' || approval.decision.approvers !== 2 || approval.review !== null)
    return err('It is no call that waits for a second person.')
  if (approval.expiresAt <= now) return err('Its time was over when it came.')
  if (
    approval.createdAt > now + SKEW_MS ||
    first.at > now + SKEW_MS ||
    approval.expiresAt - approval.createdAt > LONGEST_WAIT_MS
  )
    return err('Its times cannot be right. Check the clocks of both machines.')
  const fault = registrationFault(peer, registration)
  return fault === null ? ok(read.data) : err(fault)
}
