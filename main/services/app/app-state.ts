// The small snapshot that every screen shows round its edge, put together from what the modules say
// of themselves.
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { sharedFleet } from '../../../contract/policy/config/fleet-config.ts'
import type { ConfigProblem } from '../../../contract/policy/config/config-problem.ts'
import type { Verification } from '../../../contract/journal/journal.ts'
import type { Protection } from '../../../contract/protection.ts'
import type { Policy } from '../../gate/policy.ts'
import { guardCloses } from '../../gate/view.ts'
import type { Enforced } from '../../sandbox/runner-powers.ts'
import { exec } from '../../../tools/exec.ts'
import type { Workspace } from '../../workspace/workspace.ts'

export type Snapshot = {
  readonly version: string
  readonly host: AppState['host']
  readonly config: Config
  readonly configFile: string
  readonly problem: ConfigProblem | null
  readonly workspace: Workspace
  readonly modelLabel: string
  readonly keySet: boolean
  /** Epoch milliseconds until which the model’s server is left alone; null: it is not. */
  readonly restsUntil: number | null
  readonly policy: Policy
  /** Outbound tools that the guard keeps out of every view now. */
  readonly hidden: readonly string[]
  readonly sandbox: Enforced
  readonly protections: readonly Protection[]
  /** Why commands are not tried in a copy first; null: they are. */
  readonly untried: Failure | null
  readonly journal: {
    readonly rows: number
    readonly fault: string | null
    readonly verification: Verification | null
  }
  readonly held: number
  readonly attention: number
  readonly questions: number
  readonly stopped: AppState['stopped']
}

export const appState = (now: Snapshot): AppState => ({
  version: now.version,
  host: now.host,
  workspace: { path: now.workspace.path, ready: now.workspace.ready, text: now.workspace.text },
  model: {
    ...now.config.model,
    label: now.modelLabel,
    keySet: now.keySet,
    restsUntil: now.restsUntil,
  },
  mail: now.config.services.mail,
  calendar: now.config.services.calendar,
  web: webOf(now.config.services),
  agent: {
    maxSteps: now.config.agent.maxSteps,
    contextTokens: now.config.agent.contextTokens,
    limits: now.config.agent.limits,
  },
  guard: {
    on: now.policy.guard.on,
    hidden: [...now.hidden],
    commandNetwork: guardCloses(exec.manifest, now.policy) ? 'closed' : 'asked',
  },
  sandbox: sandboxOf(now.sandbox),
  protections: {
    enforced: countOf(now.protections, 'enforced'),
    missing: countOf(now.protections, 'missing'),
    all: now.protections.length,
  },
  untried: untriedOf(now),
  journal: {
    rows: now.journal.rows,
    verification: now.journal.verification,
    fault: now.journal.fault,
  },
  fleetReader: (sharedFleet(now.config.fleet)?.reader ?? null) !== null,
  preset: now.policy.presetName,
  held: now.held,
  servers: { attention: now.attention, questions: now.questions },
  stopped: now.stopped,
  approvalTimeoutSeconds: now.config.approvals.timeoutSeconds,
  policyHash: now.policy.hash,
  toolTable: now.config.window.tools,
  appearance: appearanceOf(now.config.window),
  desktop: now.config.desktop,
  config: { file: now.configFile, problem: now.problem },
})

const countOf = (all: readonly Protection[], wanted: Protection['state']): number =>
  all.filter(({ state }) => state === wanted).length

const sandboxOf = (found: Enforced): AppState['sandbox'] => ({
  state: found.ok ? 'enforced' : found.trying ? 'trying' : 'missing',
  text: found.text,
  how: found.ok ? null : found.how,
})

/** Nothing is claimed of a sandbox that is still being tested. */
const untriedOf = ({ sandbox, untried }: Snapshot): AppState['untried'] =>
  untried === null || (!sandbox.ok && sandbox.trying)
    ? null
    : { text: untried.text, how: untried.hint ?? '' }

const appearanceOf = ({ tools: _tools, ...look }: Config['window']): AppState['appearance'] => look

const webOf = ({ webSearch, weather, images, reddit }: Config['services']): AppState['web'] => ({
  search: { provider: webSearch.provider, url: webSearch.url },
  weather: { provider: weather.provider },
  images: { provider: images.provider },
  reddit: { access: reddit.access },
})
