// The request to a second person: all that the card shows, in one text that is signed.
import { randomBytes } from 'node:crypto'
import type { Approval } from '../../../contract/approval/approval.ts'
import type {
  FirstAnswer,
  FleetPerson,
  SecondHash,
} from '../../../contract/approval/second-person.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { SecondRequest } from '../../../contract/fleet/second-request.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { canonicalJson, type Json } from '../../../contract/json.ts'
import { hashOf, requestText, type Signed } from './signed-mail.ts'

/** Longer is nothing that a person reads through. Bytes. */
export const LONGEST_REQUEST = 4 * 1_024 * 1_024

export type WrittenRequest = Signed & {
  readonly request: SecondHash
  readonly asked: readonly FleetPerson[]
}

/**
 * @param shown the approval as the first person saw it, secrets replaced.
 * Failures: `second.none` where nobody is set up, `second.too-long`, those of the key.
 */
export function writeRequest(
  shown: Approval,
  first: FirstAnswer,
  fleet: FleetConfig | null,
  sign: (text: string) => Result<Buffer, Failure>,
): Result<WrittenRequest, Failure> {
  if (fleet === null || fleet.person === null || fleet.peers.length === 0) return err(nobody)
  const { second: _own, from: _elsewhere, ...approval } = shown
  const document: SecondRequest = {
    version: 1,
    nonce: randomBytes(16).toString('hex'),
    from: { machine: fleet.machine, person: fleet.person },
    to: fleet.peers.map(({ machine }) => machine),
    first,
    approval,
  }
  const body = canonicalJson(JSON.parse(JSON.stringify(document)) as Json)
  if (Buffer.byteLength(body) > LONGEST_REQUEST) return err(tooLong)
  const signature = sign(requestText(fleet.machine, body))
  if (!signature.ok) return signature
  return ok({
    body,
    signature: signature.value,
    request: hashOf(body),
    asked: fleet.peers.map(({ machine, person }) => ({ machine, person })),
  })
}

const nobody = failure(
  'second.none',
  'This call needs a second person, and none is set up on this machine.',
  'Write fleet.person and fleet.peers into the configuration: the guide on fleets says how.',
)
const tooLong = failure(
  'second.too-long',
  'This call is too large to be shown to a second person: its card has more than 4 MB.',
  'Deny it, and let the agent make smaller changes.',
)
