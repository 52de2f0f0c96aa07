// The last steps of a start, in their order: what an earlier process left is closed before anybody
// can ask for more.
import type { Approval } from '../../contract/approval/approval.ts'
import { errorFrom, failure } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import { pagesOf } from '../approvals/approval-pages.ts'
import { listen } from '../host/local-socket.ts'
import { dailyBackup } from '../recovery/daily-backup.ts'
import { heedClockSetBack } from '../recovery/clock-set-back.ts'
import { recordStartup } from '../recovery/startup.ts'
import { warmUpRequests } from '../egress/warm-up.ts'
import { warmUp } from '../secrets/warm-up.ts'
import type { AppOptions } from './app-options.ts'
import { modelRow } from './execution/model-row.ts'
import type { Events } from './events.ts'
import type { Layers } from './layers.ts'
import type { Services } from './services.ts'

export type AllLayers = Layers & { readonly services: Services }

const removed = failure(
  'host.removed',
  'The data folder of Gatehouse was removed, so nothing can be recorded and nothing runs.',
  'Quit Gatehouse, restore the folder, and start it again.',
)

/** What has to be ended with the app. */
export type StartedUp = { quiet(): void; closeSocket(): Promise<void> }

export async function startUp(
  options: AppOptions,
  layers: AllLayers,
  { screens, changed, report }: Events,
  now: () => number,
): Promise<StartedUp> {
  const { storage, policy, execution, services } = layers
  const { host, paths, systemStore = null, queryOnly = false, yieldInstance } = options
  const { gateway, call } = services
  // The keychain of a desktop may ask the person, and nothing waits for that.
  const opening = execution.credentials.start().then(async () => {
    if (queryOnly) return
    const key = await execution.signingKeys.start()
    // A store that is locked opens later; anything else is said when something is to be signed.
    if (!key.ok && key.error.code === 'audit.key-broken') report(errorFrom(key.error))
  })
  if (systemStore === null) await opening
  else opening.catch(report)
  if (!queryOnly) {
    await takeOver(options, layers, now)
    services.hearOthers()
  }
  // A command is gone before anything could run.
  if (host !== 'cli') layers.calls.scheduler.begin()

  if (host !== 'cli') {
    storage.index.start()
    gateway.recall()
    await gateway.listen()
    await layers.calls.inbound.webhooks.start()
  }
  const { socketFile } = paths
  const wire = {
    socketFile,
    call,
    subscribe: screens.subscribe,
    mcp: gateway.mcp,
    exec: services.exec,
    yieldInstance,
  }
  const socket = host === 'cli' ? null : await listen(wire)
  if (socket !== null && !socket.ok) report(errorFrom(socket.error))
  // Their programs take as long to start as all of this: the one who waits for a list gets what was
  // reviewed before they begin, and a call begins its own and waits for it. A list comes some 40 ms
  // from here; a command has no such client.
  const following = queryOnly
    ? undefined
    : setTimeout(() => execution.servers.follow(), host === 'cli' ? 0 : 150)
  // A command asks once and goes; it must not be told that a sandbox is missing that was only not
  // yet tried. A mere question waits where its answer needs it (question-runner.ts).
  if (host === 'cli' && !queryOnly) await execution.runner.ready
  const checking = setTimeout(() => {
    storage.index.check.whole(true).catch(storage.broken)
  }, 3_000)
  let over = false
  const warm = async (): Promise<void> => {
    await warmUp(execution.redactor, () => over)
    await warmUpRequests(() => over)
  }
  // A command is over before it would be of use.
  const warming = host === 'cli' || queryOnly ? undefined : setTimeout(() => letGo(warm()), 4_000)
  const watching = setInterval(() => {
    if (!storage.journal.gone() || policy.windDown.refusal() !== null) return
    report(errorFrom(removed))
    changed()
    letGo(policy.windDown.cut(removed))
  }, 1_000).unref()
  const { databaseFile, backupDir: folder } = paths
  const unbacked =
    host === 'cli'
      ? null
      : dailyBackup({ databaseFile, folder, now: Date.now, failed: storage.broken })
  return {
    quiet() {
      over = true
      clearTimeout(warming)
      clearTimeout(checking)
      clearTimeout(following)
      clearInterval(watching)
      unbacked?.()
    },
    closeSocket: async () => (socket?.ok === true ? socket.value.close() : undefined),
  }
}

async function takeOver(
  { host, version }: AppOptions,
  { storage, policy, execution, calls, services }: AllLayers,
  now: () => number,
): Promise<void> {
  const { approvals } = storage.tables
  await calls.rehearser.sweep()
  await execution.stager.sweep()
  // Asked now, so that it is looked at before the first command comes.
  calls.inForce.staging.missing()
  await services.gateway.start(pagesOf(approvals, ['pending', 'approved']))
  const { fixtures } = execution
  if (fixtures.kind === 'record' || fixtures.kind === 'replay') {
    const change = fixtures.kind === 'record' ? 'recording' : 'replaying'
    const row = modelRow(policy.config.current().model, change)
    await execution.record({ ...row, text: fixtures.folder.slice(0, 300) }, 'owed')
  }
  // Before anything of an earlier process goes on.
  await heedClockSetBack({
    lastAt: storage.lastAt,
    now,
    leases: storage.tables.leases,
    runs: storage.tables.runs,
    seenAll: storage.tables.clients.seenAll,
    record: execution.record,
  })
  await recordStartup({
    host,
    version,
    config: policy.config,
    policyHash: policy.policy().hash,
    journal: storage.journal,
    record: execution.record,
    agent: calls.agent,
    approvalQueue: calls.approvalQueue,
    undo: execution.undo,
    emergencyStop: calls.end,
    answeredSince: approvals.answeredSince,
    stored: ({ id }) => approvals.requestOf(id),
    heldCalls: approvals.pendingCalls,
    stoppedAt: policy.stop.emergencyStop.state()?.at ?? null,
    ended(approval: Approval, result) {
      if (approval.runId === null) services.gateway.adopt(approval)
      calls.changed(approval.callId, approval.runId, { kind: 'ended', result })
    },
  })
}
