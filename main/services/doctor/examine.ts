// What `gatehouse doctor` and Settings say of this machine. Looks, and never fixes.
import type { Failure } from '../../../contract/failure.ts'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { ClientsState } from '../../../contract/server/gateway.ts'
import type { WebhooksState } from '../../../contract/inbound/webhook.ts'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { Verification } from '../../../contract/journal/journal.ts'
import type { Stopped } from '../../../contract/approval/emergency-stop.ts'
import type { BundleState } from '../../../contract/bundle/state.ts'
import type { Check, DoctorReport, Protection } from '../../../contract/protection.ts'
import type { RunnerReport } from '../../../contract/runner-table.ts'
import type { CollectorState } from '../../../contract/fleet/collector.ts'
import { collectorChecks } from './collector-checks.ts'
import { fleetChecks, type FleetFacts } from './fleet-checks.ts'
import { toolChecks } from './tool-checks.ts'
import { webhookChecks } from './webhook-checks.ts'
import { sizeText } from '../../undo/undo-text.ts'
import type { Undo } from '../../undo/undo.ts'
import type { Workspace } from '../../workspace/workspace.ts'

export type DoctorDeps = {
  readonly protections: readonly Protection[]
  readonly runner: RunnerReport
  readonly sandbox:
    | { readonly ok: true; readonly text: string }
    | { readonly ok: false; readonly text: string; readonly how: string }
  readonly workspace: Workspace
  readonly untried: Failure | null
  readonly config: { readonly file: string; readonly problem: ConfigProblem | null }
  readonly journal: {
    readonly fault: string | null
    readonly verification: Verification
    readonly file: string
  }
  readonly model: { readonly label: string; readonly fault: string | null }
  readonly stopped: Stopped | null
  readonly undo: Awaited<ReturnType<Undo['stats']>>
  readonly connected: ClientsState['connected']
  readonly tools: readonly Pick<ToolListing, 'name' | 'missing'>[]
  readonly webhooks: WebhooksState
  readonly fleet: FleetFacts
  readonly collector: CollectorState
  /** What is known of an organisation's policy bundle. */
  readonly organisation: BundleState
  /** Where approvals.key was missing at a start; null where it never was. */
  readonly lostKey: { readonly file: string; readonly mark: string; readonly since: string } | null
}

export function examine(deps: DoctorDeps): DoctorReport {
  const {
    protections,
    runner,
    sandbox,
    workspace,
    untried,
    config,
    journal,
    model,
    undo,
    stopped,
    connected,
    lostKey,
    tools,
    organisation,
  } = deps
  const { problem } = config
  const checks: readonly Check[] = [
    ...(stopped === null ? [] : [stoppedCheck(stopped)]),
    problem === null
      ? good('config', 'Configuration', config.file)
      : bad(
          'config',
          'Configuration',
          `${problem.file}:${problem.line}:${problem.column} ${problem.text}`,
          problem.hint,
        ),
    workspace.ready
      ? good('workspace', 'Workspace', workspace.path)
      : bad(
          'workspace',
          'Workspace',
          workspace.text,
          'Set it in Settings or with the key workspace.',
        ),
    journalCheck(journal),
    sandbox.ok
      ? good('sandbox', 'Sandbox for commands', sandbox.text)
      : { ...bad('sandbox', 'Sandbox for commands', sandbox.text, sandbox.how), state: 'warn' },
    untried === null
      ? good(
          'staging',
          'Commands in a copy first',
          'what a command does is shown before it is real',
        )
      : {
          ...bad('staging', 'Commands in a copy first', untried.text, untried.hint ?? ''),
          state: 'warn',
        },
    undoCheck(undo),
    ...organisationCheck(organisation),
    ...(lostKey === null ? [] : [lostKeyCheck(lostKey)]),
    model.fault === null
      ? good('model', 'Model', model.label)
      : { ...bad('model', 'Model', model.fault, 'Set it in Settings.'), state: 'warn' },
    ...webhookChecks(deps.webhooks),
    ...fleetChecks(deps.fleet),
    ...collectorChecks(deps.collector),
    ...hookChecks(connected),
    ...toolChecks(tools),
  ]
  return {
    ok: checks.every(({ state }) => state !== 'fail'),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    protections: [...protections],
    runner,
    checks: [...checks],
  }
}

function organisationCheck(state: BundleState): readonly Check[] {
  if (state.kind === 'none') return []
  const [id, title] = ['organisation', `Policy of ${state.organisation}`]
  const { inForce, trouble, expiredSince, waiting } = state
  const at = (when: number): string => new Date(when).toISOString()
  const warn = (text: string, how: string): readonly Check[] => [
    { ...bad(id, title, text, how), state: 'warn' },
  ]
  const checkNow = 'See: gatehouse policy bundle status'
  if (trouble !== null)
    return warn(
      `${inForce === null ? 'no bundle is here' : `bundle ${inForce.serial} stays in force`}; since ${at(trouble.since)}: ${trouble.why.text}`,
      trouble.why.hint ?? checkNow,
    )
  if (inForce === null) return warn('no bundle is here yet', checkNow)
  if (expiredSince !== null)
    return warn(
      `bundle ${inForce.serial} stays in force, expired since ${at(expiredSince)}`,
      checkNow,
    )
  return waiting === null
    ? [good(id, title, `bundle ${inForce.serial} is in force`)]
    : warn(
        `bundle ${waiting.bundle.serial} would loosen something and waits for you`,
        'To put it in force: gatehouse policy bundle accept',
      )
}

/** Of each client with a hook, once. */
function hookChecks(connected: ClientsState['connected']): readonly Check[] {
  const hooked = connected.filter(({ hook }) => hook !== 'none')
  return [...new Set(hooked.map(({ name }) => name))].map((name) => {
    const id = `hook-${name}`
    const title = `Hook of ${name}`
    if (!hooked.some((one) => one.name === name && one.hook === 'silent'))
      return good(id, title, 'set up')
    const text = `${name} calls tools of the gateway, but its hook is silent: its own tools may run without approval.`
    return bad(id, title, text, 'Run gatehouse agents audit, then restart the agent.')
  })
}

const stoppedCheck = ({ at, fault }: Stopped): Check =>
  bad(
    'stopped',
    'Calls may run',
    `Everything was stopped at ${new Date(at).toISOString()}, so no call runs.${fault === null ? '' : ` ${fault}`}`,
    'To let calls run again, press Resume in the window or run: gatehouse resume',
  )

function journalCheck({ fault, verification, file }: DoctorDeps['journal']): Check {
  if (fault !== null)
    return bad('journal', 'Journal', fault, 'Nothing runs until it can be written.')
  if (verification.kind === 'intact')
    return good('journal', 'Journal', `${verification.rows} rows, chain intact, in ${file}`)
  return bad(
    'journal',
    'Journal',
    `Row ${verification.seq} is ${verification.fault}: ${verification.text}`,
    verification.fault === 'unreadable'
      ? 'Quit Gatehouse and run "gatehouse restore" to restore a backup; "gatehouse audit export --readable" saves the rows that are still readable.'
      : 'Copy the folder before you continue.',
  )
}

function undoCheck(undo: DoctorDeps['undo']): Check {
  if (!undo.ok)
    return bad(
      'undo',
      'Undo',
      undo.error.text,
      undo.error.hint ?? 'Nothing that changes files runs until it works.',
    )
  const { bytes, calls, oldest } = undo.value
  if (calls === 0) return good('undo', 'Undo', `nothing to undo; ${sizeText(bytes)} on the disk`)
  const since =
    oldest === null ? '' : `, the oldest of ${new Date(oldest).toISOString().slice(0, 10)}`
  return good(
    'undo',
    'Undo',
    `${calls} ${calls === 1 ? 'call' : 'calls'} can be undone${since}; ${sizeText(bytes)} on the disk`,
  )
}

const lostKeyCheck = ({ file, mark, since }: NonNullable<DoctorDeps['lostKey']>): Check => ({
  ...bad(
    'approvals-key',
    'Key of held calls',
    `${file} was missing at the start of ${since}. Calls that were held before cannot be read, and nobody can approve them.`,
    `Restore approvals.key from a backup and restart Gatehouse, or make the calls again. Then remove ${mark}.`,
  ),
  state: 'warn',
})

const good = (id: string, title: string, text: string): Check => ({
  id,
  title,
  state: 'ok',
  text,
  how: null,
})
const bad = (id: string, title: string, text: string, how: string): Check => ({
  id,
  title,
  state: 'fail',
  text,
  how,
})
