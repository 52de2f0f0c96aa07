// What the commands about rules, bundles and the configuration print with --json.
import { z } from 'zod'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { Json } from '../../../../contract/json.ts'
import { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import { Explanation } from '../../../../contract/policy/decision.ts'
import { PolicyWarning } from '../../../../contract/policy/policy-report.ts'
import { failedCase } from './output-shapes.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const count = z.int()
const problems = z.array(ConfigProblem)

export const policyOutputs: Readonly<Record<string, z.ZodType>> = {
  'policy explain': z.union([
    Explanation,
    object({
      mount: text,
      allowed: z.boolean(),
      readOnly: z.boolean(),
      reason: text,
      policyHash: text,
      read: Explanation,
      write: Explanation,
    }),
  ]),
  'policy check': object({
    ok: z.boolean(),
    file: text,
    problems,
    warnings: z.array(PolicyWarning),
    policyHash: text.nullable(),
  }),
  'policy hash': object({ policyHash: text, preset: text, problems }),
  'policy simulate': of('policy.simulate'),
  'policy test': z.union([
    object({ ok: z.literal(false), problems }),
    object({ ok: z.boolean(), cases: count, failed: count, failures: z.array(failedCase) }),
  ]),
  'policy preset': object({ preset: text, policyHash: text }),
  'policy bundle status': of('organisation.state'),
  'policy bundle fetch': of('organisation.fetch'),
  'policy bundle accept': of('organisation.accept'),
  'policy bundle agent': object({ name: text, text }),
  'policy bundle keygen': object({ file: text, key: text, fingerprint: text }),
  'policy bundle build': z.union([
    object({ ok: z.literal(true), problems, file: text, organisation: text, serial: count }),
    object({ ok: z.literal(false), problems }),
  ]),
  'policy bundle sign': object({ file: text, fingerprint: text, signatures: count }),
  'policy bundle verify': object({
    ok: z.literal(true),
    organisation: text,
    serial: count,
    issued: text,
    expires: text,
    keys: z.array(text),
    digest: text,
    holds: z.record(text, count),
  }),
  'config check': object({
    ok: z.boolean(),
    file: text,
    exists: z.boolean(),
    problems,
    warnings: z.array(PolicyWarning),
  }),
  'config path': z.record(text, text),
  'config diff': object({
    from: text.nullable(),
    to: text,
    changes: z.array(
      object({
        path: text,
        kind: z.enum(['added', 'removed', 'changed']),
        was: Json.optional(),
        now: Json.optional(),
      }),
    ),
    looser: z.array(text),
  }),
  'config import': of('policy.import'),
}
