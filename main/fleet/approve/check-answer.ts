// Whether an answer is that of a second person to exactly this request. The database that brought it
// is a mailbox: everything is held against what is written and stored here. Pure.
import type { SecondHash } from '../../../contract/approval/second-person.ts'
import type { MachineName } from '../../../contract/fleet/machine.ts'
import { samePerson } from '../../../contract/fleet/same-person.ts'
import { SecondAnswer } from '../../../contract/fleet/second-request.ts'
import type { ApprovalId, CallId } from '../../../contract/ids.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { strictJson } from '../../../contract/strict-json.ts'
import { isSignature } from '../signature.ts'
import { answerText, keyOf, SKEW_MS, type Mail, type Registration } from './signed-mail.ts'
import { registrationFault } from './registration.ts'

/** What was asked, as it is stored on this machine. */
export type OpenRequest = {
  readonly request: SecondHash
  readonly to: readonly MachineName[]
  /** When the first person approved; epoch milliseconds. */
  readonly firstAt: number
  readonly expiresAt: number
}

/** With the call that waits for it. */
export type OpenApproval = OpenRequest & {
  readonly approvalId: ApprovalId
  readonly callId: CallId
  readonly tool: string
}

/** Err: why it does not count, in one sentence. @param ownKey of this machine, hexadecimal. */
export function checkAnswer(
  { machine, body, signature }: Mail,
  open: OpenRequest,
  {
    fleet,
    ownKey,
    registration,
    now,
  }: {
    readonly fleet: FleetConfig
    readonly ownKey: string
    readonly registration: Registration
    readonly now: number
  },
): Result<SecondAnswer, string> {
  if (machine === fleet.machine) return err('This machine cannot answer its own request.')
  const peer = fleet.peers.find((one) => one.machine === machine)
  if (peer === undefined) return err('No machine of that name is written in fleet.peers here.')
  if (peer.key === ownKey) return err('It is signed with the key of the machine that asked.')
  if (!isSignature(answerText(peer.machine, body), signature, keyOf(peer)))
    return err('It is not signed with the key that fleet.peers has for that machine.')
  const value = strictJson(body)
  if (!value.ok && value.error.kind === 'repeated')
    return err(`It can be read in two ways: ${value.error.text}.`)
  const read = SecondAnswer.safeParse(value.ok ? value.value : null)
  if (!read.success) return err('It cannot be read.')
  const answer = read.data
  if (answer.from.machine !== peer.machine || !samePerson(answer.from.person, peer.person))
    return err(
      `It is from ${answer.from.person} on ${answer.from.machine}, and not from whom it was signed by.`,
    )
  if (fleet.person === null || samePerson(peer.person, fleet.person))
    return err('It is from the same person who approved first.')
  if (answer.to !== fleet.machine) return err(`It is for ${answer.to}.`)
  if (answer.request !== open.request) return err('It names another request.')
  if (!open.to.includes(peer.machine)) return err('That machine was not asked.')
  if (answer.at < open.firstAt - SKEW_MS) return err('It is older than what it answers.')
  if (answer.at > now + SKEW_MS)
    return err('It comes from the future. Check the clocks of both machines.')
  if (now >= open.expiresAt) return err('It came after the time was over.')
  const fault = registrationFault(peer, registration)
  return fault === null ? ok(answer) : err(fault)
}
