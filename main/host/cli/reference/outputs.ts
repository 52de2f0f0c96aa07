// What each command prints with --json when it succeeds: part of the stable interface. The schemas of
// the folder schemas/ are made of it, and a test holds what is printed against them.
import { z } from 'zod'
import { CallResult } from '../../../../contract/call/call.ts'
import { Failure } from '../../../../contract/failure.ts'
import { CallId, LeaseId } from '../../../../contract/ids.ts'
import { ipc } from '../../../../contract/ipc/ipc.ts'
import type { IpcChannel } from '../../../../contract/ipc/ipc.ts'
import { Approval } from '../../../../contract/approval/approval.ts'
import { CapsuleDifference } from '../../../../contract/agent/capsule.ts'
import { Run, RunItem } from '../../../../contract/agent/run.ts'
import { Manifest } from '../../../../contract/call/manifest.ts'
import { CanonicalTouch } from '../../../../contract/call/touch.ts'
import { FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import { FleetStatus } from '../../../../contract/fleet/state.ts'
import { CallSummary } from '../../../../contract/journal/call-summary.ts'
import { PrintedRow } from '../../../../contract/journal/decision-category.ts'
import { Verification } from '../../../../contract/journal/journal.ts'
import { Json } from '../../../../contract/json.ts'
import { DoctorReport } from '../../../../contract/protection.ts'
import { MissedGrant } from '../../../../contract/server/missed-grant.ts'
import { ServerListing } from '../../../../contract/server/server.ts'
import { SecretsState } from '../../../../contract/credential.ts'

import {
  auditedAgents,
  backup,
  checkedAgents,
  clientCommands,
  connected,
  disconnected,
  initialised,
  restored,
} from './output-shapes.ts'
import { policyOutputs } from './policy-outputs.ts'

const of = (channel: IpcChannel): z.ZodType => ipc[channel].output
const object = z.strictObject
const text = z.string()
const count = z.int()
const approval = object({ approval: Approval })
const job = object({ job: of('schedules.add') })
const servers = object({ servers: of('servers.list') })
const proof = object({ passphrase: z.boolean(), totp: z.boolean(), lockedUntil: count.nullable() })
const { requestId, ok, decision, data, stdout, stderr, exitCode, truncated, durationMs, error } =
  CallResult.shape
const tool = { name: text, source: text, available: z.boolean(), manifest: Manifest }
const missing = z.array(object({ what: text, how: text }))
const turned = object({ agent: text, state: z.enum(['ready', 'off']), changed: z.boolean() })
const change = z.record(text, z.unknown())

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
  'runs replay': object({ run: text, ...CapsuleDifference.shape }),
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
  connect: connected,
  disconnect: disconnected,
  'clients list': of('clients.list'),
  'clients add': of('clients.add'),
  'clients commands': clientCommands,
  'clients remove': of('clients.remove'),
  'servers list': servers,
  'servers show': ServerListing,
  'servers search': of('servers.search'),
  'servers add': servers,
  'servers fetch': servers,
  'servers grant': z.union([servers, object({ missed: z.array(MissedGrant) })]),
  'servers review': of('servers.review'),
  'servers label': of('servers.review'),
  'servers trust': servers,
  'servers close': of('servers.close'),
  'servers start': servers,
  'servers questions': object({ questions: of('servers.questions') }),
  'servers answer': object({ questions: of('servers.questions') }),
  'servers remove': of('servers.remove'),
  'servers import': of('servers.import'),
  'servers export': of('servers.export'),
  'plugins list': of('plugins.list'),
  'plugins new': object({ name: text, folder: text, files: z.array(text), language: text }),
  'plugins check': object({ ok: z.boolean(), plugins: z.array(of('plugins.check')) }),
  'plugins pack': z.union([
    object({ archive: text, name: text, version: text, digest: text }),
    of('plugins.check'),
  ]),
  'plugins review': of('plugins.review'),
  'accounts list': object({ accounts: of('accounts.list') }),
  'accounts connect': object({ account: text, signedIn: z.literal(true) }),
  'accounts disconnect': object({ account: text, signedIn: z.literal(false) }),
  'secrets list': object({ ...SecretsState.shape, credentials: of('secrets.list') }),
  'secrets set': of('secrets.set'),
  'secrets remove': object({ credentials: of('secrets.remove') }),
  'secrets unlock': of('secrets.state'),
  'secrets lock': of('secrets.state'),
  ...policyOutputs,
  'runner build': object({ image: text }),
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
  redact: object({
    redacted: count,
    found: z.array(object({ kind: text, count })),
    checked: z.boolean(),
  }),
  completion: object({ shell: text, script: text }),
}

/** They print what is no value of their own: another protocol, lines, or a schema. */
export const withoutOutput: readonly string[] = [
  ...['mcp', 'hook', 'exec'],
  ...['audit export', 'config schema'],
]
