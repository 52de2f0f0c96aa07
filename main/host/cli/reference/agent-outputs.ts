// What the commands about tools, agents and their work print with --json.
import { z } from 'zod'
import { CapsuleDifference } from '../../../../contract/agent/capsule.ts'
import { Run, RunItem } from '../../../../contract/agent/run.ts'
import { CallResult } from '../../../../contract/call/call.ts'
import { Manifest } from '../../../../contract/call/manifest.ts'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { Json } from '../../../../contract/json.ts'
import { auditedAgents, checkedAgents } from './output-shapes.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const job = object({ job: of('schedules.add') })
const { requestId, ok, decision, data, stdout, stderr, exitCode, truncated, durationMs, error } =
  CallResult.shape
const tool = { name: text, source: text, available: z.boolean(), manifest: Manifest }
const missing = z.array(object({ what: text, how: text }))
const turned = object({ agent: text, state: z.enum(['ready', 'off']), changed: z.boolean() })
const change = z.record(text, z.unknown())

export const agentOutputs: Readonly<Record<string, z.ZodType>> = {
  'tools list': object({ tools: z.array(object({ ...tool, missing })) }),
  'tools describe': object({ ...tool, missing, inputSchema: change }),
  'tools run': object({
    requestId,
    ok,
    decision,
    data,
    stdout,
    stderr,
    exitCode,
    truncated,
    durationMs,
    error,
  }),
  'agents list': of('own-agents.list'),
  'agents check': checkedAgents,
  'agents capabilities': object({ capabilities: of('own-agents.capabilities') }),
  'agents enable': turned,
  'agents disable': turned,
  'agents run': object({
    run: Run,
    text,
    /** Sentences that no call of the run can have done. */
    unbacked: z.array(text),
    notice: object({ text, hint: text }).nullable(),
    calls: z.array(object({ tool: text, args: Json, state: text, status: text.nullable() })),
  }),
  'agents audit': auditedAgents,
  'runs list': object({ runs: z.array(Run) }),
  'runs show': object({
    run: Run,
    items: z.array(RunItem),
    older: z.boolean(),
    subagents: z.array(Run),
  }),
  'runs capture': of('runs.capture'),
  'runs replay': CapsuleDifference,
  'runs diff': CapsuleDifference,
  'schedules list': object({ jobs: of('schedules.list') }),
  'schedules show': job,
  'schedules add': job,
  'schedules pause': job,
  'schedules resume': job,
  'schedules run': object({ run: of('schedules.run') }),
  'schedules history': object({ runs: of('schedules.history') }),
  'schedules failed': object({ failed: of('schedules.failed') }),
  'schedules repeat': object({ failed: of('schedules.repeat') }),
  'schedules discard': object({ failed: of('schedules.discard') }),
  'schedules clear': of('schedules.clear'),
  'schedules remove': object({ jobs: of('schedules.remove') }),
  'schedules preflight': of('schedules.preflight'),
  'schedules give': object({ given: of('schedules.give') }),
  'webhooks list': of('webhooks.list'),
  'webhooks add': of('webhooks.add'),
  'webhooks renew': of('webhooks.renew'),
  'webhooks pause': of('webhooks.pause'),
  'webhooks resume': of('webhooks.pause'),
  'webhooks remove': of('webhooks.remove'),
  'events list': object({ events: of('events.list') }),
  'events show': object({ event: of('events.get') }),
  'events process': object({ event: of('events.process') }),
  'events send': object({ event: of('events.send') }),
}
