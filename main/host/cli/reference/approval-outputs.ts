// What the commands that answer calls print with --json.
import { z } from 'zod'
import { Approval } from '../../../../contract/approval/approval.ts'
import { CanonicalTouch } from '../../../../contract/call/touch.ts'
import { CallId, LeaseId } from '../../../../contract/ids.ts'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const count = z.int()
const approval = object({ approval: Approval })
const proof = object({ passphrase: z.boolean(), totp: z.boolean(), lockedUntil: count.nullable() })

export const approvalOutputs: Readonly<Record<string, z.ZodType>> = {
  watch: z.union([
    object({ kind: z.literal('there'), approvals: z.array(Approval) }),
    object({ kind: z.enum(['opened', 'changed', 'closed']), approval: Approval }),
    object({ kind: z.literal('away'), text }),
  ]),
  'approvals list': object({ approvals: z.array(Approval) }),
  'approvals show': approval,
  'approvals approve': approval,
  'approvals deny': approval,
  'approvals rehearse': approval,
  'approvals run-again': approval,
  'leases list': object({
    leases: of('leases.list'),
    allowed: z.array(
      object({
        lease: LeaseId,
        seq: count,
        at: count,
        callId: CallId,
        touches: z.array(CanonicalTouch),
      }),
    ),
  }),
  'leases revoke': object({ revoked: count }),
  'leases grant': object({ lease: of('leases.grant') }),
  undo: z.union([of('undo.preview'), of('undo.apply')]),
  'stop-everything': object({
    stopped: z.literal(true),
    runs: count,
    held: count,
    leases: count,
    fault: text.nullable(),
  }),
  resume: object({ stopped: z.literal(false) }),
  'step-up': proof,
  'step-up passphrase': proof,
  'step-up totp': z.union([
    proof,
    object({ secret: text, uri: text, confirmed: z.literal(false) }),
  ]),
}
