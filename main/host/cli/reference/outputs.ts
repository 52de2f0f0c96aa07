// What each command prints with --json when it succeeds: part of the stable interface. The schemas of
// the folder schemas/ are made of it, and a test holds what is printed against them.
import { z } from 'zod'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { Failure } from '../../../../contract/failure.ts'
import { DoctorReport } from '../../../../contract/protection.ts'
import { agentOutputs } from './agent-outputs.ts'
import { approvalOutputs } from './approval-outputs.ts'
import { auditOutputs } from './audit-outputs.ts'
import { connectOutputs } from './connect-outputs.ts'
import { initialised } from './output-shapes.ts'
import { policyOutputs } from './policy-outputs.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const count = z.int()

/** Any command that failed. */
export const failed = object({ error: Failure })

export const outputs: Readonly<Record<string, z.ZodType>> = {
  init: initialised,
  serve: object({ url: text, pid: count }),
  open: z.union([of('app.link'), of('app.close-pages')]),
  doctor: DoctorReport,
  version: object({
    version: text,
    node: text,
    platform: text,
    running: object({ version: text, host: text }).nullable(),
  }),
  ...approvalOutputs,
  ...agentOutputs,
  ...connectOutputs,
  ...policyOutputs,
  'runner build': object({ image: text }),
  ...auditOutputs,
  redact: object({
    redacted: count,
    found: z.array(object({ kind: text, count })),
    checked: z.boolean(),
  }),
  completion: object({ shell: text, script: text }),
}
