// What the powers of a call take from the modules behind them.
import type { Reviewed } from '../../../pipeline/review-port.ts'
import type { CallId } from '../../../../contract/ids.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { SchedulePower } from '../../../../contract/call/powers/schedule-power.ts'
import type { CallListener } from '../../../../contract/call/powers/server-power.ts'
import type { Principal } from '../../../../contract/call/principal.ts'
import type { Result } from '../../../../contract/result.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import type { ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import type { EarlierCall } from '../../../pipeline/rate.ts'
import type { Browsers } from '../../../browsing/browsers.ts'
import type { PluginRunDeps } from './plugin-power.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import type { Terminals } from '../../../terminals/terminals.ts'
import type { Policy } from '../../../gate/policy.ts'
import type { MailServer } from '../../../mail/mail-server.ts'
import type { Servers } from '../../../mcp/servers-port.ts'
import type { Registry } from '../../../registry/registry.ts'
import type { ResolvedPath } from '../../../sandbox/files/resolve-path.ts'
import type { MediaFolder } from '../../../reading/media-folder.ts'
import type { ReadAnswerPage } from '../../../reading/page-reader.ts'
import type { Searcher } from '../../../sandbox/search/search.ts'
import type { CpuLimits, Runner } from '../../../sandbox/runner-powers.ts'
import type { WriteNotes } from '../../../sandbox/files/write-notes.ts'
import type { LongTexts } from '../../../secrets/long-text/thread.ts'
import type { Redactor } from '../../../secrets/redact/redactor.ts'
import type { LeasesTable } from '../../../store/tables/leases-table.ts'
import type { Alerts } from '../../../records/alerts.ts'
import type { Documents } from '../../../documents/document-index.ts'
import type { ScheduleCall } from '../../../schedule/schedule-power.ts'
import type { Notifier } from '../../../records/notifier.ts'
import type { Inbound } from '../../../inbound/inbound.ts'
import type { Records } from '../../../records/records.ts'
import type { MakeAgentFor } from '../agent/made-agent.ts'
import type { Schedules } from '../../../schedule/schedules.ts'
import type { EarlierResultsDeps } from '../../../agent/earlier-results.ts'
import type { SubagentPort } from '../../../agent/subagents/power.ts'
import type { CredentialPowersDeps } from '../../execution/credential-powers.ts'
import type { MemoryStore } from '../../execution/memory-power.ts'
import type { StagedTexts } from '../../execution/staging/staged-changes.ts'
import type { EvaluationDeps } from '../evaluation.ts'

export type CallPowersDeps = CredentialPowersDeps & {
  readonly memory: MemoryStore
  readonly mailServer: MailServer
  readonly schedules: Schedules
  readonly subagents: Pick<SubagentPort, 'power'>
  readonly earlierResults: EarlierResultsDeps
  readonly keepLong: ExecuteDeps['keepLong']
  readonly schedulePower: (call: ScheduleCall) => SchedulePower
  readonly records: Records
  readonly makeAgent: MakeAgentFor
  readonly events: Inbound
  readonly notifier: Notifier
  readonly alerts: Alerts
  readonly documents: Documents
  readonly registry: Registry
  readonly resolvedWorkspace: () => ResolvedPath
  readonly workspace: () => string
  readonly workspaceRealPath: () => string
  readonly knownSecret: (name: string) => Result<CanonicalTouch, Failure>
  readonly servers: (
    server: string,
    tool: string,
    what?: 'resource' | 'prompt',
  ) => Result<CanonicalTouch, Failure>
  readonly serverLocations: EvaluationDeps['serverLocations']
  readonly steering: Servers['steering']
  readonly serverPower: Servers['power']
  readonly pluginTouch: EvaluationDeps['pluginTouch']
  readonly plugins: PluginRunDeps
  /** Who wants to hear of this call while it runs; undefined: nobody. */
  readonly listenerOf: (callId: CallId) => CallListener | undefined
  /** What this call brings back waits for a person. */
  readonly reviewed: Reviewed
  readonly now: () => number
  readonly frozen: () => boolean
  readonly prior: ExecuteDeps['prior']
  readonly policy: (asker?: Principal) => Policy
  readonly leases: LeasesTable
  readonly provenance: Provenance
  readonly outbound: Outbound
  readonly browsers: Browsers
  readonly readPage: ReadAnswerPage
  readonly media: MediaFolder
  readonly runner: Runner
  readonly terminals: Terminals
  readonly searcher: Searcher
  readonly redactor: Redactor
  readonly longTexts: Pick<LongTexts, 'clean'>
  readonly journal: ExecuteDeps['journal']
  readonly broken: ExecuteDeps['broken']
  readonly changed: ExecuteDeps['changed']
  readonly output: ExecuteDeps['output']
  readonly sha256: (text: string) => string
  readonly monotonic: () => number
  readonly undo: ExecuteDeps['undo']
  readonly staging: (texts: StagedTexts) => ExecuteDeps['staging']
  readonly writeNotes: WriteNotes
  /** What was let run before this process began. */
  readonly earlierCalls: () => readonly EarlierCall[]
  /** Processor time of what this tool starts. */
  readonly cpuLimits: (tool: string) => CpuLimits
  /** Ours, for the sockets of commands that are let connect. */
  readonly socketFolder: string
}
