// What the pipeline needs to run a call: powers, cleaning, and what an approval shows of files. Only
// fits one module's words to another's.
import type { Reviewed } from '../../../pipeline/review-port.ts'
import { LeaseId, type CallId } from '../../../../contract/ids.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import type { CallListener, SchedulePower } from '../../../../contract/call/powers/powers.ts'
import type { Principal } from '../../../../contract/call/principal.ts'
import type { Result } from '../../../../contract/result.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import type { ApprovalFacts, ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import { openRate, type EarlierCall } from '../../../pipeline/rate.ts'
import type { Browsers } from '../../../browsing/browsers.ts'
import { terminalFacts } from '../terminal-touch.ts'
import type { PluginRunDeps } from './plugin-power.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import type { Terminals } from '../../../terminals/terminals.ts'
import type { Policy } from '../../../gate/policy.ts'
import type { MailServer } from '../../../mail/mail-server.ts'
import type { Servers } from '../../../mcp/servers.ts'
import type { Registry } from '../../../registry/registry.ts'
import { fileHashes } from '../file-hashes.ts'
import type { ResolvedPath } from '../../../sandbox/files/resolve-path.ts'
import type { MediaFolder } from '../../../reading/media-folder.ts'
import type { ReadAnswerPage } from '../../../reading/page-reader.ts'
import type { Searcher } from '../../../sandbox/search/search.ts'
import type { CpuLimits, Runner } from '../../../sandbox/runner-powers.ts'
import type { WriteNotes } from '../../../sandbox/files/write-notes.ts'
import { flaggedLines } from '../../../secrets/sanitize/flagged-lines.ts'
import { cutText } from '../../../secrets/sanitize/sanitize-text.ts'
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
import { callPreviews } from './call-previews.ts'
import { makePowers } from './make-powers.ts'
import { readableFor } from './readable-for.ts'
import { sandboxNote } from './sandbox-note.ts'
import { wireEvaluation, type EvaluationDeps, type WiredEvaluation } from '../evaluation.ts'

/** Of each stream of a staged command, on its card. */
const STAGED_OUTPUT_CHARS = 32_000

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

export function wirePowers(deps: CallPowersDeps): ExecuteDeps & WiredEvaluation & ApprovalFacts {
  const { leases, provenance, runner, redactor, longTexts, monotonic } = deps
  const redact = async (text: string, tool?: string): Promise<string> =>
    (await redactor.text(text, tool)).text
  const evaluation = wireEvaluation(deps)
  return {
    ...evaluation,
    provenance,
    rate: openRate(monotonic, deps.earlierCalls),
    prior: deps.prior,
    clean: longTexts.clean,
    flaggedLines,
    cut: cutText,
    redact,
    redactJson: async (value, pointers, tool): Promise<Json> =>
      redactor.json(value, pointers, tool),
    journal: deps.journal,
    broken: deps.broken,
    useLease: (id) => leases.use(LeaseId.parse(id), deps.now()),
    reviewed: deps.reviewed,
    keepLong: deps.keepLong,
    powers: makePowers(deps, readableFor(deps, evaluation.evaluationTime)),
    changed: deps.changed,
    output: deps.output,
    sandbox: sandboxNote(runner.enforced),
    monotonic,
    undo: deps.undo,
    staging: deps.staging({
      redact,
      async sanitizeOutput(text) {
        const cleaned = await longTexts.clean(text, { maxChars: Number.POSITIVE_INFINITY })
        return longTexts.clean(await redact(cleaned.text), { maxChars: STAGED_OUTPUT_CHARS })
      },
    }),

    previews: callPreviews({
      resolvedWorkspace: deps.resolvedWorkspace,
      workspaceRealPath: deps.workspaceRealPath,
      redact,
    }),
    factsNow: (call) => terminalFacts(call, deps.terminals),

    fileHashes: ({ decision }) => fileHashes(decision.touches),
  }
}
