// What the pipeline needs to run a call: powers, cleaning, and what an approval shows of files. Only
// fits one module's words to another's.
import type { Reviewed } from '../../../pipeline/review-port.ts'
import { sep } from 'node:path'
import { LeaseId, type CallId } from '../../../../contract/ids.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Json } from '../../../../contract/json.ts'
import type {
  CallListener,
  Powers,
  SchedulePower,
} from '../../../../contract/call/powers/powers.ts'
import { ownHosts } from '../../../../contract/call/own-service.ts'
import type { Principal } from '../../../../contract/call/principal.ts'
import type { Result } from '../../../../contract/result.ts'
import type { CanonicalTouch, Method } from '../../../../contract/call/touch.ts'
import type { DecidedCall } from '../../../pipeline/evaluate.ts'
import type { ApprovalFacts, ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import { openRate, type EarlierCall } from '../../../pipeline/rate.ts'
import type { Browsers } from '../../../browsing/browsers.ts'
import { browsePower } from './browse-power.ts'
import { terminalFacts } from '../terminal-touch.ts'
import { commandPower } from './command-power.ts'
import { pluginPower, type PluginRunDeps } from './plugin-power.ts'
import { asRead } from '../permitted-touches.ts'
import type { Outbound } from '../../../egress/outbound.ts'
import type { Terminals } from '../../../terminals/terminals.ts'
import type { Policy } from '../../../gate/policy.ts'
import { hostsFor } from '../../policy/policy.ts'
import type { MailServer } from '../../../mail/mail-server.ts'
import type { Servers } from '../../../mcp/servers.ts'
import type { Registry } from '../../../registry/registry.ts'
import { filePowers } from '../../../sandbox/files/file-powers.ts'
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
import { documentsPower } from './documents-power.ts'
import type { ScheduleCall } from '../../../schedule/schedule-power.ts'
import type { Notifier } from '../../../records/notifier.ts'
import type { Inbound } from '../../../inbound/inbound.ts'
import type { Records } from '../../../records/records.ts'
import type { MakeAgentFor } from '../agent/made-agent.ts'
import type { Schedules } from '../../../schedule/schedules.ts'
import { resultPower, type EarlierResultsDeps } from '../../../agent/earlier-results.ts'
import type { SubagentPort } from '../../../agent/subagents/power.ts'
import {
  credentialPower,
  fetchByReference,
  type CredentialPowersDeps,
} from '../../execution/credential-powers.ts'
import type { MemoryStore } from '../../execution/memory-power.ts'
import type { StagedTexts } from '../../execution/staging/staged-changes.ts'
import { readableFor } from './readable-for.ts'
import { wireEvaluation, type EvaluationDeps, type WiredEvaluation } from '../evaluation.ts'

/**
 * A preview longer than this is left out of the card; the arguments are on it whole all the same.
 */
const PREVIEW_BYTES = 512 * 1024
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
  const {
    resolvedWorkspace,
    leases,
    provenance,
    outbound,
    runner,
    redactor,
    longTexts,
    monotonic,
  } = deps
  const redact = async (text: string, tool?: string): Promise<string> =>
    (await redactor.text(text, tool)).text
  /** A client's own folder counts as the workspace; its files are opened as they really lie. */
  const asItLies = (touch: CanonicalTouch): CanonicalTouch => {
    if (!('path' in touch) || touch.zone !== 'workspace') return touch
    const root = deps.workspaceRealPath()
    const inside = touch.path === root || touch.path.startsWith(root + sep)
    return inside ? touch : { ...touch, zone: 'outside' }
  }
  const evaluation = wireEvaluation(deps)
  const readableBy = readableFor(deps, evaluation.evaluationTime)
  /** The allowlist of the asker, and the addresses that the tool is there for. */
  const callHosts =
    ({ call, tool, decision }: DecidedCall) =>
    (method: Method | null = null) => [
      ...hostsFor(deps.policy(call.principal).hosts, method),
      ...decision.touches.flatMap((touch) =>
        touch.kind === 'net.fetch' ? ownHosts(tool.manifest, touch.url) : [],
      ),
    ]
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
    powers: ({
      wanted,
      callId,
      permitted,
      limits,
      signal,
      onOutput,
      onReached,
      onReadBack,
      onRepeated,
      requires,
      decided,
    }) => {
      const { principal, runId, channel } = decided.call
      const { session } = principal
      const resolved = resolvedWorkspace()
      const files = () => filePowers({ permitted, resolved, notes: deps.writeNotes })
      const untrusted = (): string | null =>
        provenance.taint(session).untrustedRead[0]?.from ?? null
      const call = { permitted, callId, signal, onOutput, onReached, onRepeated, decided }
      const make: { readonly [P in keyof Powers]: () => Powers[P] } = {
        'fs.read': () => {
          const readable = readableBy(decided)
          const found = deps.searcher.power({ permitted, resolved, readable, signal })
          const root = deps.workspaceRealPath()
          const reading = { root, resolved, find: found.find, signal, onReadBack }
          const documents = documentsPower(reading, deps.documents)
          return { ...files().read, ...found, documents }
        },
        'fs.write': () => files().write,
        'net.fetch': () => {
          const hosts = callHosts(decided)
          return {
            ...fetchByReference({ session }, deps, outbound.power({ permitted, signal, hosts })),
            readPage: (reading) => deps.readPage(reading, signal),
            saveMedia: deps.media.save,
            browse: browsePower({ session, permitted, signal, hosts }, deps),
          }
        },
        'net.connect': () => ({ mail: deps.mailServer({ permitted, signal }) }),
        schedule: () =>
          deps.schedulePower({ permitted, principal, taint: provenance.taint(session) }),
        memory: () => deps.memory.power({ permitted, principal, untrusted, onReadBack }),
        record: () =>
          deps.records.power({
            permitted,
            onReadBack,
            writer: () => ({ name: principal.name, untrusted: untrusted() }),
            checkAlerts: deps.alerts.check,
            makeAgent: (suggestion) => deps.makeAgent(suggestion, principal, untrusted()),
          }),
        event: () => deps.events.power({ permitted, onReadBack }),
        notification: () => deps.notifier.power({ permitted, by: principal }),
        subagent: () =>
          deps.subagents.power({ permitted, signal, caller: { runId, callId, channel } }),
        result: () => resultPower(deps.earlierResults, { permitted, onReadBack, runId }),
        'secrets.get': () => credentialPower({ permitted, session }, deps),
        'mcp.call': () => {
          // Words of the server that a client hears while the call runs are part of its result.
          const listener = deps.reviewed(decided) ? undefined : deps.listenerOf(callId)
          return deps.serverPower({ permitted, signal, listener })
        },
        'plugin.run': () => pluginPower(call, deps.plugins),
        'proc.run': () => commandPower({ ...call, limits, requires }, deps),
      }
      return Object.fromEntries(wanted.map((need) => [need, make[need]()])) as Powers
    },
    changed: deps.changed,
    output: deps.output,
    sandbox: ({ tool, decision }) => {
      if (!tool.requiredPowers.some((need) => need === 'proc.run' || need === 'plugin.run'))
        return null
      const hosts = decision.touches.flatMap((touch) =>
        touch.kind === 'net.connect' ? [`${touch.host}:${touch.port}`] : [],
      )
      return [
        runner.enforced().text,
        ...(hosts.length === 0
          ? []
          : [`This call could connect to ${hosts.join(', ')} and nowhere else.`]),
      ].join(' ')
    },
    monotonic,
    undo: deps.undo,
    staging: deps.staging({
      redact,
      async sanitizeOutput(text) {
        const cleaned = await longTexts.clean(text, { maxChars: Number.POSITIVE_INFINITY })
        return longTexts.clean(await redact(cleaned.text), { maxChars: STAGED_OUTPUT_CHARS })
      },
    }),

    async previews({ tool, args, decision }) {
      if (tool.preview === undefined) return []
      const { read } = filePowers({
        permitted: decision.touches.map(asItLies).flatMap(asRead),
        resolved: resolvedWorkspace(),
      })
      const text = async (path: string): Promise<string | null> => {
        const found = await read.readText(path, { maxBytes: PREVIEW_BYTES })
        return found.ok ? found.value.text : null
      }
      const shown = (await tool.preview(tool.input.parse(args), text)).filter(
        ({ after }) => after.length <= PREVIEW_BYTES,
      )
      return Promise.all(
        shown.map(async ({ path, before, after }) => {
          return {
            path,
            before: before === null ? null : await redact(before),
            after: await redact(after),
          }
        }),
      )
    },

    factsNow: (call) => terminalFacts(call, deps.terminals),

    fileHashes: ({ decision }) => fileHashes(decision.touches),
  }
}
