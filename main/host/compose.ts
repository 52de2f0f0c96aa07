// Joins the rooms, by hand, in this one place. Every host composes the same whole; what differs between hosts is who
// may call which channel, and that the door knows.
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { AppState } from '../../contract/app-state.ts'
import type { Approval } from '../../contract/approval.ts'
import type { CallResult, CallState } from '../../contract/call.ts'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { CallId, SessionId } from '../../contract/ids.ts'
import type { ApprovalId, RunId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { JournalEntry, Verification } from '../../contract/journal.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { catalog } from '../../tools/catalog.ts'
import { openAgent } from '../agent/agent.ts'
import { openDesk } from '../approvals/desk.ts'
import { openPresence } from '../approvals/presence.ts'
import { dispatch } from '../call/dispatch.ts'
import type { Asking, Waits } from '../call/dispatch.ts'
import { openMemory } from '../call/memory.ts'
import { settle } from '../call/settle.ts'
import type { Places } from '../config/paths.ts'
import { openOutbound } from '../egress/outbound.ts'
import { guardHides, hiddenBy } from '../gate/view.ts'
import { openBroadcast } from '../ipc/broadcast.ts'
import { appHandlers } from '../ipc/handlers/app.ts'
import { approvalHandlers } from '../ipc/handlers/approvals.ts'
import { auditHandlers } from '../ipc/handlers/audit.ts'
import { leaseHandlers } from '../ipc/handlers/leases.ts'
import { policyHandlers } from '../ipc/handlers/policy.ts'
import { presenceHandlers } from '../ipc/handlers/presence.ts'
import { secretHandlers } from '../ipc/handlers/secrets.ts'
import { runHandlers } from '../ipc/handlers/runs.ts'
import { toolHandlers } from '../ipc/handlers/tools.ts'
import { undoHandlers } from '../ipc/handlers/undo.ts'
import { serve } from '../ipc/serve.ts'
import { openRegistry } from '../registry/registry.ts'
import { canonicalPlace } from '../sandbox/place.ts'
import { openRehearser } from '../sandbox/rehearse.ts'
import { openRunner } from '../sandbox/runner.ts'
import { openWriteNotes } from '../sandbox/write-notes.ts'
import { approvalsTable } from '../store/approvals-table.ts'
import { checkpointsTable } from '../store/checkpoints-table.ts'
import type { SystemStore } from '../secrets/system-store.ts'
import { presenceTable } from '../store/presence-table.ts'
import { leasesTable } from '../store/leases-table.ts'
import { runsTable } from '../store/runs-table.ts'
import { openUndo } from '../undo/undo.ts'
import { agentRuns } from './agent-runs.ts'
import type { App } from './app.ts'
import { appOffer } from './app-offer.ts'
import { appState } from './app-state.ts'
import { begin } from './begin.ts'
import { joinApprovals } from './join-approvals.ts'
import { keepModelKey } from './keep-model-key.ts'
import { joinModel } from './join-model.ts'
import { pinsOf } from './join-pins.ts'
import { connectable, hostsFor, openPolicies } from './join-policy.ts'
import { policyOffer } from './join-policy-offer.ts'
import { joinRehearsal } from './join-rehearsal.ts'
import { recorderIn } from './rehearsal-recorder.ts'
import { joinRoad } from './join-road.ts'
import { joinCredentials, joinRedactor, secretTouch, shownFacts, shownFault } from './join-secrets.ts'
import { undoOffer, undoRoad } from './join-undo.ts'
import { leaseOffer } from './lease-offer.ts'
import { openLiveOutput } from './live-output.ts'
import { listen } from './local-socket.ts'
import { takeLock } from './lock.ts'
import { missing } from './missing.ts'
import { noServers } from './no-servers.ts'
import { newId } from './new-id.ts'
import { openParts } from './open-parts.ts'
import { pastOf } from './past.ts'
import { policyChange } from './policy-change.ts'
import { question } from './question.ts'
import { remake } from './remake.ts'
import { secretOffer } from './secret-offer.ts'
import { reportText } from './report.ts'
import { lookAtWorkspace, makeDefaultWorkspace, pathOfWorkspace, realWorkspace } from './workspace.ts'

export type ComposeOptions = {
  readonly host: AppState['host']
  readonly places: Places
  readonly version: string
  /** The keychain of the desktop, where the host has one. */
  readonly systemStore?: SystemStore
  /** Only to be asked: nothing is written to the journal, so nothing can run. */
  readonly questionsOnly?: boolean
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const now = (): number => Date.now()
const monotonic = (): number => performance.now()

/**
 * The whole of Gatehouse, ready to be called. Failures: `host.already-running`, and what the store says when its file
 * cannot be used. Everything else that is wrong (configuration, workspace, sandbox) shows inside the running app.
 */
export async function compose(options: ComposeOptions): Promise<Result<App, Failure>> {
  const { host, places, version, systemStore = null, questionsOnly = false } = options
  for (const folder of [places.home, places.dataDir, dirname(places.headFile)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = await takeLock(places.lockFile)
  if (!lock.ok) return lock
  const opened = await openParts(places, now)
  if (!opened.ok) {
    await lock.value.release()
    return opened
  }
  const { store, journal, config } = opened.value
  const { approvals, leases, runs } = {
    approvals: approvalsTable(store.db, opened.value.atRest),
    leases: leasesTable(store.db, opened.value.atRest),
    runs: runsTable(store.db),
  }

  const ending = new AbortController()
  const broadcast = openBroadcast({ onFault: (fault) => report(fault) })
  const changedApp = (): void => broadcast.send({ kind: 'app-changed', app: state() })
  // What was found at the opening stands until the whole chain has been checked: a command is over before that.
  const found = journal.finding()
  let verification: Verification | null = found === null ? null : { kind: 'broken', rows: journal.rows(), durationMs: 0, ...found }

  // Configuration, and what hangs on it. Each is made again when the configuration changes, and only then.
  const workspacePath = () => pathOfWorkspace(config.current().workspace, places.defaultWorkspace)
  const workspace = () => lookAtWorkspace(workspacePath())
  if (config.current().workspace === null) makeDefaultWorkspace(places.defaultWorkspace)
  const place = remake((): [string] => [workspacePath()], (path) => canonicalPlace({ workspace: path, stop: places.stop, home: homedir() })) // prettier-ignore
  // Patterns of rules start at the real workspace, so a link that is turned elsewhere makes another policy.
  const policy = openPolicies(() => ({ config: config.current(), workspace: realWorkspace(workspacePath()) }), places.stop, sha256)

  const runner = openRunner({ stop: places.stop, home: homedir(), workspace: workspacePath })
  // What a crash in the middle of a write left is removed before the first write of this start.
  const writeNotes = openWriteNotes(join(places.dataDir, 'writes'))
  await writeNotes.cleanUp()
  const { env } = process
  const credentials = joinCredentials({
    home: places.home,
    system: systemStore,
    env,
    presence: () => presence,
    now,
    changed: () => changedApp(),
  })
  const outbound = openOutbound({
    hosts: () => hostsFor(config.current(), null),
    pins: () => pinsOf(config.current()),
    credential: credentials.credentialFor,
  })
  const models = joinModel(config.current, outbound, credentials.modelKey)
  const redactor = joinRedactor({ credentials, modelKey: models.key, config: config.current, env })
  const shown = shownFacts(redactor)
  const report = (fault: unknown): void => reportText(shownFault(redactor, fault))

  const registry = openRegistry({
    tools: catalog,
    external: () => noServers.external,
    sha256,
    hiddenBy: (manifest, principal) => hiddenBy(manifest, principal, policy(principal)),
    missing: (requirement) => missing(requirement, workspace(), runner.enforced()),
  })

  const knownSecret = secretTouch(credentials)

  // The road.
  let faultShown: string | null = null
  const record = async (entry: JournalEntry) => {
    if (questionsOnly)
      return err(failure('journal.questions-only', 'Only questions are answered here: nothing is recorded, so nothing runs.'))
    const written = await journal.append(shown.entry(entry))
    if (journal.fault() !== faultShown) {
      faultShown = journal.fault()
      changedApp()
    }
    return written
  }
  const changed = (callId: CallId, runId: RunId | null, callState: CallState): void => {
    if (callState.kind === 'ended') live.ended(callId)
    if (runId !== null) agent.callChanged(callId, shown.state(callState))
  }
  const live = openLiveOutput(redactor, (callId, runId, stream, text) =>
    broadcast.send({ kind: 'output-added', runId, callId, stream, text }),
  )
  const memory = openMemory((session) => pastOf(session, runs))
  const waits: Waits = new Map()
  const undo = openUndo({ folder: join(places.dataDir, 'checkpoints'), table: checkpointsTable(store.db), now })
  const road = joinRoad({
    undo: undoRoad(undo, () => realWorkspace(workspacePath()), realWorkspace(places.dataDir)),
    registry,
    place,
    workspace: workspacePath,
    hosts: (method) => hostsFor(config.current(), method),
    connectHosts: () => connectable(config.current()),
    knownSecret,
    servers: noServers.touch,
    serverPower: () => noServers.power,
    now,
    policy,
    leases,
    memory,
    outbound,
    runner,
    redactor,
    journal: record,
    changed,
    output: live.output,
    sha256,
    monotonic,
    writeNotes,
    socketFolder: places.runDir,
  })
  const requestOf = (approval: Approval) => approvals.requestOf(approval.id)
  const rehearser = openRehearser({
    runner,
    stop: places.stop,
    home: homedir(),
    scratch: join(places.dataDir, 'rehearsals'),
    record: recorderIn(places.runDir, outbound),
    now,
  })
  const rehearsals = joinRehearsal({
    ...{ road, rehearser, table: approvals, requestOf, config, workspace: workspacePath, waits, callChanged: changed, now },
    changed: (approval) => broadcast.send({ kind: 'approval-changed', approval: shown.approval(approval) }),
  })
  const settleNeeds = {
    ...road,
    requestOf,
    inputsChanged: rehearsals.inputsChanged,
    consume: (approval: Approval) => approvals.transition(approval.id, 'approved', 'consumed'),
    ending: ending.signal,
  }
  const presence = openPresence({
    table: presenceTable(store.db),
    now,
    noted: async (change) => void (await record({ kind: 'presence', change, surface: host === 'cli' ? 'cli' : 'window' })),
  })
  const desk = openDesk({
    ...joinApprovals({ road, leases, config, presence, waits, changed, now }),
    table: approvals,
    journal: record,
    renewed: rehearsals.renewed,
    opened: (approval) => {
      broadcast.send({ kind: 'approval-opened', approval: shown.approval(approval) })
      changedApp()
      rehearsals.opened(approval)
    },
    closed: (approval) => {
      rehearsals.closed(approval)
      broadcast.send({ kind: 'approval-closed', approval: shown.approval(approval) })
      changedApp()
    },
    settled: (approval) => void settle(approval, settleNeeds, waits).catch(report),
    now,
  })

  const roadNeeds = {
    ...road,
    ask: (asking: Asking, onOpen: (approval: Approval) => void) => {
      const asked = question(asking, policy().roots.workspace, now(), now() + config.current().approvals.timeoutSeconds * 1000)
      return desk.ask(asked, asking.judged.args, onOpen)
    },
    cancel: (id: ApprovalId) => desk.cancel(id),
  }

  const agent = openAgent({
    runs: agentRuns(runs, memory),
    model: models.model,
    tools: (principal) => registry.modelTools(principal),
    readOnly: (tool) => registry.get(tool)?.tool.manifest.sideEffects === false,
    dispatch: async (call) =>
      shown.result(await dispatch(call, { signal: call.signal, ending: ending.signal, queue: true }, roadNeeds, waits)),
    cancelHeld: async (callId) => {
      const held = desk.pending().find((approval) => approval.callId === callId)
      if (held !== undefined) await desk.cancel(held.id)
    },
    redact: (args) => redactor.json(args as JsonObject, []),
    emit: broadcast.send,
    journal: record,
    newId,
    now,
    settings: () => ({ ...config.current().agent, workspace: workspacePath() }),
  })

  const person = { kind: 'person', name: 'you', session: SessionId.parse(newId('ses')) } as const
  // A command line that goes away leaves its question standing; the answer is in the journal.
  const unstopped = new AbortController().signal
  const terminal = { kind: 'cli', name: 'command line', session: SessionId.parse(newId('ses')) } as const
  const hidden = (): string[] => catalog.filter(({ manifest }) => guardHides(manifest, policy())).map(({ manifest }) => manifest.name)

  function state(): AppState {
    return appState({
      version,
      host,
      config: config.current(),
      configFile: places.configFile,
      problem: config.problem(),
      workspace: workspace(),
      modelLabel: models.model().label,
      keySet: models.key() !== null,
      policy: policy(),
      hidden: hidden(),
      sandbox: runner.enforced(),
      journal: { rows: journal.rows(), fault: journal.fault(), verification },
      held: desk.pending().length,
    })
  }

  const applyPolicy = policyChange({ road, desk, config, waits, requestOf: settleNeeds.requestOf, changed, now })
  const unwatch = config.onChange(() => {
    changedApp()
    void applyPolicy().catch(report)
  })
  journal.onGrow(({ seq, rows }) => broadcast.send({ kind: 'journal-grew', seq, rows }))
  void runner.ready.then(changedApp)

  const verify = async (): Promise<Verification> => {
    verification = await journal.verify()
    changedApp()
    return verification
  }

  const offer = appOffer({
    ...{ state, changedApp, config, record, models, runner, undo, workspace, journal, verify, places, monotonic },
    guardOn: () => policy().guard.on,
    keepKey: keepModelKey(credentials, () => config.current().model),
    ending: ending.signal,
  })

  const asked = policyOffer({
    knownSecret,
    servers: noServers.touch,
    registry,
    config,
    places,
    leases,
    journal,
    runner,
    inForce: road,
    now,
    sha256,
  })
  const secrets = secretOffer({ credentials, presence, record })
  const door = serve(
    {
      ...appHandlers(offer),
      ...runHandlers({
        list: agent.list,
        get: agent.get,
        start: agent.start,
        send: agent.send,
        stop: agent.stop,
        resume: agent.resume,
      }),
      ...approvalHandlers(
        shown.approvals({
          list: approvals.list,
          get: approvals.get,
          answer: desk.answer,
          rehearse: rehearsals.rehearse,
          preview: asked.preview,
        }),
      ),
      ...leaseHandlers(shown.leases(leaseOffer({ leases, registry, presence, record, now }))),
      ...presenceHandlers(secrets.presence),
      ...secretHandlers(secrets),
      ...policyHandlers(asked),
      ...toolHandlers({
        list: () => registry.listings(person),
        run: async (tool, args, wait): Promise<CallResult> => {
          const request = { id: CallId.parse(newId('call')), principal: terminal, channel: 'cli' as const, runId: null, tool, args }
          return shown.result(await dispatch(request, { signal: unstopped, ending: ending.signal, queue: wait }, roadNeeds, waits))
        },
      }),
      ...undoHandlers(undoOffer({ undo, presence, record, redact: async (text) => (await redactor.text(text)).text })),
      ...auditHandlers({ page: journal.page, count: journal.count, verify }),
    },
    ({ channel, error }) => report(new Error(`${channel} broke`, { cause: error })),
  )
  const call = shown.door(door)

  // The keychain of a desktop may ask the person, and nothing waits for that.
  const opening = credentials.begin()
  if (systemStore === null) await opening
  if (!questionsOnly) await rehearser.sweep()
  if (!questionsOnly)
    await begin({
      host,
      version,
      config,
      policyHash: policy().hash,
      journal,
      record,
      agent,
      desk,
      undo,
      consumed: () => approvals.list(['consumed'], undefined, 200),
    })

  const socket = host === 'cli' ? null : await listen({ socketFile: places.socketFile, call, subscribe: broadcast.subscribe })
  if (socket !== null && !socket.ok) report(new Error(socket.error.text))
  // A command asks once and goes; it must not be told that a sandbox is missing that was only not yet tried.
  if (host === 'cli') await runner.ready
  const checking = setTimeout(() => void verify().catch(report), 1_500)

  let disposal: Promise<void> | null = null
  const dispose = async (): Promise<void> => {
    clearTimeout(checking)
    unwatch()
    if (socket?.ok === true) await socket.value.close()
    await agent.dispose()
    desk.dispose()
    ending.abort()
    await rehearsals.dispose()
    await outbound.dispose()
    await runner.dispose()
    await undo.dispose()
    config.dispose()
    await record({ kind: 'stopped', host })
    broadcast.dispose()
    await journal.close()
    store.close()
    await lock.value.release()
  }
  return ok({ call, subscribe: broadcast.subscribe, dispose: () => (disposal ??= dispose()) })
}
