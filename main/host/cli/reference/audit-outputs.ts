// What the commands about the journal, its copies and the fleet print with --json.
import { z } from 'zod'
import { FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import { FleetStatus } from '../../../../contract/fleet/state.ts'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { PrintedRow } from '../../../../contract/journal/decision-category.ts'
import { Verification } from '../../../../contract/journal/journal.ts'
import { backup, restored } from './output-shapes.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const count = z.int()

export const auditOutputs: Readonly<Record<string, z.ZodType>> = {
  'audit tail': object({ rows: z.array(PrintedRow), total: count }),
  'audit search': object({ rows: z.array(PrintedRow), more: z.boolean() }),
  'audit attention': of('audit.attention'),
  'audit report': object({ calls: z.array(CallSummary) }),
  'audit summary': object({
    days: count,
    from: count,
    until: count,
    calls: count,
    effects: z.record(text, count),
    tiers: z.record(text, count),
    tools: z.array(object({ tool: text, allow: count, confirm: count, deny: count })),
    otherTools: count,
    waits: z.array(object({ step: text, n: count })),
  }),
  'audit receipt': z.union([of('audit.receipt'), of('audit.row-proof'), of('audit.check-receipt')]),
  'audit key': of('audit.key'),
  'audit verifier': of('audit.verifier'),
  'audit verify': Verification,
  'fleet status': FleetStatus,
  'fleet retry': of('fleet.retry'),
  'fleet identity': of('fleet.identity'),
  'fleet machines': object({ machines: of('fleet.machines') }),
  'fleet search': object({ rows: z.array(FleetRow), more: z.boolean() }),
  'fleet verify': object({ good: z.boolean(), machines: of('fleet.verify') }),
  'fleet init': object({ sql: text }),
  'fleet add': object({ sql: text }),
  'fleet revoke': object({ sql: text }),
  backup,
  restore: z.union([object({ backups: z.array(backup) }), restored]),
}
