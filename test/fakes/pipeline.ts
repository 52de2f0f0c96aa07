// A whole pipeline in one process: the real gate, queue, store and journal; tools and file system
// are small and in memory.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallResult, CallState } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import { CallId, DefinitionHash, LeaseId, RunId, SessionId } from '../../contract/ids.ts'
import type { FileHash } from '../../contract/ids.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Rehearsal } from '../../contract/call/rehearsal.ts'
import type { Principal } from '../../contract/call/principal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { Config } from '../../contract/policy/config/config.ts'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import { verbLength } from '../../main/command/verb-length.ts'
import { wireAskSecond } from '../../main/wiring/calls/ask-second.ts'
import { secondRequestsTable } from '../../main/store/tables/second-requests-table.ts'
import { adaLaptop, bobLaptop, fleetOf, machineKeys } from './second-person.ts'
import { openApprovalQueue } from '../../main/approvals/approval-queue.ts'
import { openStepUp } from '../../main/approvals/step-up.ts'
import type { ApprovalQueue } from '../../main/approvals/approval-queue-deps.ts'
import { openJournal } from '../../main/journal/journal.ts'
import { openPipeline } from '../../main/pipeline/pipeline.ts'
import type { Pipeline } from '../../main/pipeline/pipeline.ts'
import type { ExecuteDeps, PipelineDeps } from '../../main/pipeline/pipeline-deps.ts'
import { openProvenance } from '../../main/provenance/provenance.ts'
import { openRate } from '../../main/pipeline/rate.ts'
import { compileLease } from '../../main/gate/lease/compiled-lease.ts'
import type { Hidden } from '../../main/gate/view.ts'
import { makePolicy } from '../../main/gate/policy.ts'
import { plainPolicy } from '../gate/plain-policy.ts'
import type { PolicySource } from '../../main/gate/policy.ts'
import { evaluationTimeOf } from '../../main/policy/evaluation-time.ts'
import { newId } from '../../main/pipeline/new-id.ts'
import { wireAnswers } from '../../main/wiring/calls/answers.ts'
import { wireRehearsal } from '../../main/wiring/execution/staging/rehearsal.ts'
import type { RehearsalJob } from '../../main/sandbox/rehearsal/rehearser.ts'
import { approvalsTable } from '../../main/store/tables/approvals-table.ts'
import { wirePastCalls } from '../../main/wiring/calls/past-calls.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { openAttempts, type AttemptLimits } from '../../main/store/attempts.ts'
import { leasesTable } from '../../main/store/tables/leases-table.ts'
import { stepUpTable } from '../../main/store/tables/step-up-table.ts'
import { openStoreHealth } from '../../main/store/store-health.ts'
import { openStore, type Store } from '../../main/store/open.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { aRehearsal } from './bridge-rehearsal.ts'
import { fakeStaging } from './staging.ts'
import { openMemoryStore } from './memory-store.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Says what it was told, once per run, into `said`: the effect that a test looks for. */
const sayTool = (said: string[]) =>
  defineTool({
    manifest: {
      ...readFile.manifest,
      id: 'test.say',
      name: 'say',
      title: 'Say',
      riskTier: 'R2',
      sideEffects: true,
    },
    requiredPowers: ['fs.write'],
    input: z.strictObject({ path: z.string(), text: z.string().default('hello') }),
    action: () => null,
    touches: ({ path }) => [{ kind: 'fs.write', path }],
    async execute({ text }) {
      said.push(text)
      return ok({ text: `said ${text}` })
    },
  }) as unknown as AnyTool

const lookTool = defineTool({
  ...readFile,
  manifest: { ...readFile.manifest, id: 'test.look', name: 'look', title: 'Look' },
  async execute({ path }) {
    if (path === 'broken') throw new Error('the tool is broken')
    if (path === 'fails') return err(failure('look.failed', 'There is nothing to see.'))
    return ok({ text: `seen ${path}` })
  },
}) as unknown as AnyTool

const roots = { workspace: '/w', home: '/home/p', foldsCase: false }

async function openStoreIn(file: string): Promise<Store> {
  const opened = await openStore(file, { now: Date.now })
  if (!opened.ok) throw new Error(opened.error.text)
  return opened.value
}

export type PipelineUnderTest = Awaited<ReturnType<typeof openTestPipeline>>

export async function openTestPipeline(
  options: {
    readonly timeoutMs?: number
    readonly file?: string
    /** Asked by a client of the gateway, in no run. */
    readonly client?: boolean
    /** How long a locked database is tried again; left out, as in the app. */
    readonly attempts?: AttemptLimits
    /** Of servers: how their tools are found, what their calls touch, and who answers them. */
    readonly servers?: Pick<ExecuteDeps, 'find' | 'canonical' | 'steered' | 'powers'>
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pipeline-'))
  const { db, close } =
    options.file === undefined ? await openMemoryStore() : await openStoreIn(options.file)
  const journal = openJournal({
    table: journalTable(db),
    headFile: join(folder, 'head'),
    now: Date.now,
  })
  if (!journal.ok) throw new Error(journal.error.text)
  const approvals = approvalsTable(db)
  const secondRequests = secondRequestsTable(db)
  const ownKeys = machineKeys()
  const inFleet = fleetOf(adaLaptop, 'Ada', [
    { machine: bobLaptop, person: 'Bob', key: machineKeys().hex },
  ])
  const health = openStoreHealth(() => {})
  const attempt = openAttempts(health, options.attempts)
  const requestOf = (approval: Approval) => approvals.requestOf(approval.id)
  const leases = leasesTable(db)

  const said: string[] = []
  const tools = [sayTool(said), lookTool]
  const states: [CallId, CallState['kind']][] = []
  const opens: Approval[] = []
  const faults: unknown[] = []
  /** The world, as tests change it. */
  const context = {
    staging: fakeStaging(),
    policy: plainPolicy(roots) as PolicySource,
    /** Where a path really leads; a swapped link is a changed entry. */
    leads: new Map<string, string>(),
    hashes: new Map<string, FileHash>(),
    /** What is kept of results that are too long. */
    longResults: new Map<CallId, string>(),
    definition: 'one',
    journalBroken: false,
    /** Told of every state of every call. */
    changed: (_kind: CallState['kind']): void => {},
    /**
     * Told of every row before it is written: between the first row and the work something may
     * change.
     */
    recording: (_kind: JournalEntry['kind']): void => {},
    frozen: false,
    /** Tools whose results wait for a person. */
    reviewed: (_tool: string): boolean => false,
    gone: false,
    /** What keeps the tool out of every view, for the approvals that wait. */
    hidden: null as Hidden | null,
    now: () => Date.now(),
    /** What a rehearsal starts from, as one hash. */
    inputs: 'a'.repeat(64),
    rehearse: async ({ by }: RehearsalJob): Promise<Result<Rehearsal, Failure>> =>
      ok({ ...aRehearsal, by, inputs: context.inputs }),
  }

  const canonical = (path: string): string =>
    context.leads.get(path) ?? (path.startsWith('/') ? path : `/w/${path}`)
  const record = async (entry: JournalEntry, when?: 'now' | 'soon' | 'owed') => {
    context.recording(entry.kind)
    return context.journalBroken
      ? err(failure('journal.unwritable', 'The disk is full.'))
      : journal.value.append(entry, when)
  }
  const prior = wirePastCalls(journal.value, context.now)
  const canonicalTouch = async (touch: { kind: string; path?: string }) => {
    const path = canonical(touch.path ?? '')
    const zone = path.startsWith('/stop')
      ? 'stop'
      : path.startsWith('/w/')
        ? 'workspace'
        : 'outside'
    return ok({
      kind: touch.kind,
      path,
      zone,
      is: context.hashes.has(path) ? 'file' : 'missing',
    } as CanonicalTouch)
  }
  const run = {
    find: (_principal: unknown, name: string) => {
      const tool = context.gone ? undefined : tools.find(({ manifest }) => manifest.name === name)
      const definitionHash = DefinitionHash.parse(sha256(`${name} ${context.definition}`))
      return tool === undefined
        ? err(failure('tool.unknown', `There is no tool named ${name}.`))
        : ok({ tool, definitionHash })
    },
    canonical: canonicalTouch,
    canonicalEntry: canonicalTouch,
    policy: () => makePolicy(context.policy, sha256),
    leases: (session: SessionId) =>
      leases.active(session).map((lease) => compileLease(lease, roots)),
    evaluationTime: (epochMs = context.now()) => evaluationTimeOf(epochMs),
    frozen: () => context.frozen,
    sandboxTried: () => Promise.resolve(),
    sandboxed: () => true,
    provenance: openProvenance(() => []),
    rate: openRate(() => performance.now()),
    prior: prior.port,
    sha256,
    clean: (text: string, { maxChars }: { maxChars: number }) => ({
      text: text.slice(0, maxChars),
      flags: [],
      truncated: text.length > maxChars,
    }),
    flaggedLines: () => [],
    cut: (text: string, maxChars: number) => ({
      text: text.slice(0, maxChars),
      truncated: text.length > maxChars,
    }),
    redact: async (text: string) => text,
    redactJson: async (value: unknown) => value as never,
    journal: prior.noted(record),
    broken: (fault: unknown) => {
      faults.push(fault)
      return health.note(fault) ?? failure('gatehouse.fault', 'Gatehouse made a mistake.')
    },
    useLease: (id: string) => leases.use(LeaseId.parse(id), context.now()),
    powers: () => ({}) as never,
    changed: (callId: CallId, _runId: RunId | null, state: CallState) => {
      states.push([callId, state.kind])
      context.changed(state.kind)
    },
    output: () => {},
    sandbox: () => null,
    monotonic: () => performance.now(),
    reviewed: (call: Parameters<ExecuteDeps['reviewed']>[0]) =>
      context.reviewed(call.tool.manifest.name),
    undo: { forecast: async () => null, before: async () => ok(null) },
    keepLong: (callId: CallId, _runId: RunId, text: string) => {
      context.longResults.set(callId, text)
      return true
    },
    staging: context.staging,
    previews: async () => [],
    fileHashes: async ({ decision }: { decision: { touches: readonly CanonicalTouch[] } }) =>
      Object.fromEntries(
        decision.touches.flatMap((touch) =>
          'path' in touch ? [[touch.path, context.hashes.get(touch.path) ?? null]] : [],
        ),
      ),
    ...options.servers,
  }
  const ending = new AbortController()
  const settling: Promise<void>[] = []
  const held = {
    ...run,
    requestOf: (approval: Approval) => attempt(() => approvals.requestOf(approval.id)),
  }
  const timeoutMs = options.timeoutMs ?? 60_000
  const deps = {
    ...held,
    timeoutMs: () => timeoutMs,
    earlierRun: () => null,
    verbLength,
    hidden: () => context.hidden,
    consume: (approval: Approval) =>
      attempt(() => approvals.transition(approval.id, 'approved', 'consumed')),
    inputsChanged: (approval: Approval) => rehearsals.inputsChanged(approval),
    ending: () => ending.signal,
    now: () => context.now(),
  } satisfies PipelineDeps as { -readonly [K in keyof PipelineDeps]: PipelineDeps[K] }
  const stepUp = openStepUp({
    table: stepUpTable(db),
    now: () => context.now(),
    noted: async () => {},
    cost: { memory: 8_192, passes: 1 },
  })
  const rules: Rule[] = []
  const config = {
    current: () => Config.parse({}),
    problem: () => null,
    update: async (patch: ConfigPatch) => {
      if (patch.addRule !== undefined) rules.push(patch.addRule)
      context.policy = { ...context.policy, rules: [...rules] }
      return ok(Config.parse({}))
    },
    reload: async () => {},
    onChange: () => () => {},
    dispose: () => {},
  }
  const rehearsals = wireRehearsal({
    pipeline: held,
    rehearser: {
      rehearse: async (job) => {
        const started = await job.start()
        return started.ok ? context.rehearse(job) : started
      },
      inputs: async () => ok(context.inputs),
      changedSince: async (inputs) => (inputs === context.inputs ? [] : null),
      sweep: async () => {},
    },
    table: approvals,
    config,
    workspace: () => '/w',
    changed: (approval) => void changes.push(approval),
    stagedOutdated: async () => null,
    now: () => context.now(),
  })
  const changes: Approval[] = []
  const open = (): Pipeline<ApprovalQueue> =>
    openPipeline(deps, (resume) =>
      openApprovalQueue({
        ...wireAnswers(
          {
            leases,
            config,
            stepUp,
            journal: record,
            attempt,
            lasting: () => ({
              roots,
              now: () => context.now(),
              newLeaseId: () => LeaseId.parse(newId('lease')),
              leftToClient: () => null,
            }),
            requestOf,
            shownArgs: ({ args }) => args,
          },
          resume,
        ),
        table: approvals,
        attempt,
        second: wireAskSecond({
          config: { current: () => Config.parse({ fleet: inFleet }) },
          signingKeys: {
            signer: () =>
              ok({
                key: ownKeys.base64,
                sign: (text) => ownKeys.sign(text).toString('base64'),
                salt: () => '',
              }),
          },
          approvals,
          attempt,
          journal: record,
          requests: secondRequests,
          shown: (approval) => approval,
          asked: () => {},
        }),
        report: (fault) => void faults.push(fault),
        async renewed(approval) {
          const why = await rehearsals.outdated(approval)
          return why === null ? ok(null) : resume.outdated(approval, why)
        },
        restaged: (approval) => resume.outdated(approval, 'It was run again.'),
        opened: (approval) => void opens.push(approval),
        closed: () => {},
        onEnded: (approval) => void settling.push(resume.answered(approval)),
        now: () => context.now(),
      }),
    )
  const pipeline = open()
  const approvalQueue = pipeline.queue

  const session = SessionId.parse(newId('ses'))
  const inRun = RunId.parse(newId('run'))
  const runId = options.client === true ? null : inRun
  const principal: Principal =
    runId === null
      ? { kind: 'mcp-client', name: 'editor', session }
      : { kind: 'agent', name: 'main', session, runId }
  const call = (
    tool: string,
    args: unknown,
    signal = new AbortController().signal,
    queue = true,
  ): Promise<CallResult> =>
    pipeline.dispatch(
      { id: CallId.parse(newId('call')), principal, channel: 'window', runId, tool, args },
      { signal, queue },
    )

  /** Another session of the same asker. */
  const callIn = (own: SessionId, tool: string, args: unknown): Promise<CallResult> =>
    pipeline.dispatch(
      {
        id: CallId.parse(newId('call')),
        channel: 'gateway' as const,
        runId: null,
        tool,
        args,
        principal: { kind: 'mcp-client', name: 'editor', session: own },
      },
      { signal: new AbortController().signal, queue: true },
    )

  return {
    callIn,
    dispatch: pipeline.dispatch,
    context,
    /** Those that can be called; a test adds its own. */
    tools,
    said,
    states,
    opens,
    approvals,
    leases,
    stepUp,
    rules,
    approvalQueue,
    rehearsals,
    changes,
    db,
    policyChanged: pipeline.policyChanged,
    heldBy: pipeline.heldBy,
    requestOf,
    ending,
    faults,
    deps,
    settling,
    session,
    call,
    /** A second pipeline over the same rows, as after a restart: nobody waits in it. */
    restart: (): ApprovalQueue => {
      approvalQueue.dispose()
      return open().queue
    },
    fault: journal.value.fault,
    /** Resolves with the next approval that is pending. */
    async held(count = 1): Promise<Approval> {
      for (let at = 0; at < 500 && opens.length < count; at++)
        await new Promise((resolve) => setTimeout(resolve, 2))
      const approval = opens[count - 1]
      if (approval === undefined) throw new Error('Nothing was held.')
      return approval
    },
    kinds: (): string[] =>
      journal.value
        .page(
          { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
          undefined,
          200,
        )
        .map(({ entry }) => entry.kind)
        .toReversed(),
    rows: () =>
      journal.value
        .page(
          { kinds: [], tool: null, effect: null, callId: null, runId: null, text: '' },
          undefined,
          200,
        )
        .map(({ entry }) => entry)
        .toReversed(),
    async dispose() {
      approvalQueue.dispose()
      ending.abort()
      await Promise.all(settling)
      await journal.value.close()
      close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
