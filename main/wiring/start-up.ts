// The last steps of a start, in their order: what an earlier process left is closed before anybody
// can ask for more.
import type { Approval } from '../../contract/approval/approval.ts'
import type { CallState } from '../../contract/call/call.ts'
import { failure } from '../../contract/failure.ts'
import { letGo } from '../../contract/let-go.ts'
import type { CallId, PolicyHash, RunId } from '../../contract/ids.ts'
import { pagesOf } from '../approvals/approval-pages.ts'
import type { AppPaths } from '../config/paths.ts'
import type { Broadcast } from '../ipc/broadcast.ts'
import type { Rehearser } from '../sandbox/rehearsal/rehearse.ts'
import type { Runner } from '../sandbox/runner.ts'
import type { Credentials } from '../secrets/credentials.ts'
import type { ApprovalsTable } from '../store/approvals-table.ts'
import type { App } from '../host/app.ts'
import { recordStartup } from '../recovery/startup.ts'
import type { StartupDeps } from '../recovery/startup.ts'
import type { ComposeOptions } from './compose-options.ts'
import type { createAuditService } from '../services/audit-service.ts'
import type { WiredGateway } from './clients/gateway.ts'
import type { WiredServers } from './execution/servers.ts'
import { dailyBackup } from '../recovery/daily-backup.ts'
import { trimMemory } from '../host/memory-trim.ts'
import { listen } from '../host/local-socket.ts'
import type { WindDown } from '../recovery/wind-down.ts'

export type StartUpDeps = Pick<
  StartupDeps,
  'config' | 'journal' | 'record' | 'agent' | 'approvalQueue' | 'undo' | 'panic'
> & {
  readonly options: ComposeOptions
  readonly places: AppPaths
  readonly credentials: Pick<Credentials, 'begin'>
  readonly rehearser: Pick<Rehearser, 'sweep'>
  readonly gateway: WiredGateway
  readonly approvals: ApprovalsTable
  readonly policyHash: () => PolicyHash
  readonly stoppedAt: () => number | null
  readonly audit: ReturnType<typeof createAuditService>
  readonly call: App['call']
  readonly broadcast: Broadcast
  readonly servers: Pick<WiredServers, 'follow'>
  readonly runner: Pick<Runner, 'ready'>
  readonly windDown: WindDown
  readonly changedApp: () => void
  readonly changed: (callId: CallId, runId: RunId | null, state: CallState) => void
  readonly report: (fault: unknown) => void
  readonly broken: (fault: unknown) => unknown
}

const removed = failure(
  'host.removed',
  'The data folder of Gatehouse was removed, so nothing can be recorded and nothing runs.',
  'Quit Gatehouse, restore the folder, and start it again.',
)

/** What has to be ended with the app. */
export type StartedUp = { quiet(): void; closeSocket(): Promise<void> }

export async function startUp(parts: StartUpDeps): Promise<StartedUp> {
  const { options, places, gateway, audit, servers, report, broken } = parts
  const { host, systemStore = null, questionsOnly = false } = options
  // The keychain of a desktop may ask the person, and nothing waits for that.
  const opening = parts.credentials.begin()
  if (systemStore === null) await opening
  else opening.catch(report)
  if (!questionsOnly) await takeOver(parts)

  if (host !== 'cli') {
    audit.begin()
    gateway.recall()
    await gateway.listen()
  }
  const { socketFile } = places
  const { call, broadcast } = parts
  const wire = {
    socketFile,
    call,
    subscribe: broadcast.subscribe,
    mcp: gateway.mcp,
    makeRoom: options.makeRoom,
  }
  const socket = host === 'cli' ? null : await listen(wire)
  if (socket !== null && !socket.ok) report(new Error(socket.error.text))
  // Their programs take as long to start as all of this: whoever waits for a list gets what was
  // reviewed before they begin, and a call begins its own and waits for it. A list comes some 40 ms
  // from here; a command has no such client.
  const following = questionsOnly
    ? undefined
    : setTimeout(() => servers.follow(), host === 'cli' ? 0 : 150)
  // A command asks once and goes; it must not be told that a sandbox is missing that was only not
  // yet tried.
  if (host === 'cli') await parts.runner.ready
  const checking = setTimeout(() => {
    audit.verify(true).catch(broken)
  }, 3_000)
  const watching = setInterval(() => {
    if (!parts.journal.gone() || parts.windDown.refusal() !== null) return
    report(new Error(removed.text))
    parts.changedApp()
    letGo(parts.windDown.cut(removed))
  }, 1_000).unref()
  const { databaseFile, backupDir: folder } = places
  const unbacked =
    host === 'cli' ? null : dailyBackup({ databaseFile, folder, now: Date.now, failed: broken })
  const unkept = host === 'cli' ? null : trimMemory()
  return {
    quiet() {
      clearTimeout(checking)
      clearTimeout(following)
      clearInterval(watching)
      unkept?.()
      unbacked?.()
    },
    closeSocket: async () => (socket?.ok === true ? socket.value.close() : undefined),
  }
}

async function takeOver(parts: StartUpDeps): Promise<void> {
  const { options, rehearser, gateway, approvals, changed } = parts
  const { host, version } = options
  await rehearser.sweep()
  await gateway.begin(pagesOf(approvals, ['pending', 'approved']))
  await recordStartup({
    ...parts,
    ...{ host, version, policyHash: parts.policyHash(), stoppedAt: parts.stoppedAt() },
    ...{ answeredSince: approvals.answeredSince, heldCalls: approvals.pendingCalls },
    ended(approval: Approval, result) {
      if (approval.runId === null) gateway.adopt(approval)
      changed(approval.callId, approval.runId, { kind: 'ended', result })
    },
  })
}
