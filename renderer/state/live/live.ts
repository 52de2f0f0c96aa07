// Applies events of main to what the screens show. Pure: no clock, no bridge, no React. Holds only
// what changes live (held calls, open transcripts, running output); lists are read and thrown away.
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import type { ApprovalId, CallId, RunId } from '../../../contract/ids.ts'
import type { ShownNotification } from '../../../contract/record/notification.ts'
import { assertNever } from '../../../contract/never.ts'
import type { Run } from '../../../contract/agent/run.ts'
import { coalesceEvents } from './coalesce-events.ts'
import { applyOutput, type LiveOutput, withoutOutput } from './live-output.ts'
import {
  applyToTranscript,
  emptyTranscript,
  type RunPage,
  type Transcript,
  wholeTranscript,
} from '../run/transcript.ts'

export type ConnectionState = 'connecting' | 'open' | 'lost'

const withdrawing = ['guard', 'preset', 'policy-change', 'tool-gone'] as const
/** What closed them, and how many by now. */
export type Withdrawn = { readonly by: (typeof withdrawing)[number]; readonly calls: number }

function withdrawnAfter(before: Withdrawn | null, route: Approval['route']): Withdrawn | null {
  const by = withdrawing.find((each) => each === route)
  return by === undefined ? before : { by, calls: before?.by === by ? before.calls + 1 : 1 }
}

export type Live = {
  readonly connection: ConnectionState
  /** Counts up whenever events may have been missed: everything read before is to be read again. */
  readonly epoch: number
  readonly app: AppState | null
  /** Held calls, by id. Null until they were read once. */
  readonly open: ReadonlyMap<ApprovalId, Approval> | null
  /**
   * Ids that closed since the start. An approval never opens again, so a late read cannot bring one
   * back.
   */
  readonly closed: ReadonlySet<ApprovalId>
  /** Counts up when an approval was answered, expired or cancelled. */
  readonly answers: number
  /** Calls that nobody answered and that a change closed, until the person has noted it. */
  readonly withdrawn: Withdrawn | null
  /** Runs that changed since the list was read. */
  readonly runs: ReadonlyMap<RunId, Run>
  /** Runs that were removed since the start. */
  readonly removed: ReadonlySet<RunId>
  /** Runs that a screen is looking at. */
  readonly transcripts: ReadonlyMap<RunId, Transcript>
  readonly output: ReadonlyMap<CallId, LiveOutput>
  /** Sequence number of the newest journal row heard of. */
  readonly journalSeq: number
  /** Count up when external servers, or clients of the gateway, are to be read again. */
  readonly serversRevision: number
  readonly clientsRevision: number
  readonly schedulesRevision: number
  /** Grows with every change of what is kept for the person; the one who shows it reads again. */
  readonly recordsRevision: number
  readonly ownAgentsRevision: number
  /** Those that are not closed yet, the newest last. */
  readonly notifications: readonly ShownNotification[]
}

/** Older ones make room. */
const MOST_NOTIFICATIONS = 5

export const emptyLive: Live = {
  connection: 'connecting',
  epoch: 0,
  app: null,
  open: null,
  closed: new Set(),
  answers: 0,
  withdrawn: null,
  runs: new Map(),
  removed: new Set(),
  transcripts: new Map(),
  output: new Map(),
  journalSeq: 0,
  serversRevision: 0,
  clientsRevision: 0,
  schedulesRevision: 0,
  recordsRevision: 0,
  ownAgentsRevision: 0,
  notifications: [],
}

/** One event folded in. `null` means events may have been missed. */
export function applyEvent(live: Live, event: PanelEvent | null): Live {
  if (event === null) return { ...live, epoch: live.epoch + 1 }
  switch (event.kind) {
    case 'app-changed':
      return { ...live, app: event.app }
    case 'approval-opened':
    case 'approval-changed':
      if (live.closed.has(event.approval.id)) return live
      return { ...live, open: new Map(live.open ?? []).set(event.approval.id, event.approval) }
    case 'approval-closed':
      return {
        ...live,
        open: new Map([...(live.open ?? [])].filter(([id]) => id !== event.approval.id)),
        closed: new Set(live.closed).add(event.approval.id),
        answers: live.answers + 1,
        withdrawn: withdrawnAfter(live.withdrawn, event.approval.route),
      }
    case 'run-changed': {
      const runs = new Map(live.runs).set(event.run.id, event.run)
      return { ...live, runs, transcripts: receivedOf(live, event.run.id, event) }
    }
    case 'run-removed':
      return {
        ...live,
        removed: new Set(live.removed).add(event.runId),
        runs: new Map([...live.runs].filter(([id]) => id !== event.runId)),
        transcripts: new Map([...live.transcripts].filter(([id]) => id !== event.runId)),
      }
    case 'item-put': {
      const ended =
        event.item.kind === 'call' && event.item.state.kind === 'ended' ? event.item.callId : null
      return {
        ...live,
        transcripts: receivedOf(live, event.runId, event),
        output: ended === null ? live.output : withoutOutput(live.output, ended),
      }
    }
    case 'text-added':
      return { ...live, transcripts: receivedOf(live, event.runId, event) }
    case 'output-added':
      return { ...live, output: applyOutput(live.output, event) }
    case 'journal-grew': {
      const app =
        live.app === null
          ? null
          : { ...live.app, journal: { ...live.app.journal, rows: event.rows } }
      return { ...live, app, journalSeq: Math.max(live.journalSeq, event.seq) }
    }
    case 'servers-changed':
      return { ...live, serversRevision: live.serversRevision + 1 }
    // Shown in Settings only, which hears of it there.
    case 'updates-changed':
    case 'fleet-changed':
    case 'organisation-changed':
      return live
    case 'schedules-changed':
      return { ...live, schedulesRevision: live.schedulesRevision + 1 }
    case 'records-changed':
      return { ...live, recordsRevision: live.recordsRevision + 1 }
    case 'own-agents-changed':
      return { ...live, ownAgentsRevision: live.ownAgentsRevision + 1 }
    case 'notification':
      return {
        ...live,
        notifications: [...live.notifications, event.notification].slice(-MOST_NOTIFICATIONS),
      }
    case 'clients-changed':
      return { ...live, clientsRevision: live.clientsRevision + 1 }
    default:
      return assertNever(event, 'applyEvent')
  }
}

export const applyEvents = (live: Live, events: readonly (PanelEvent | null)[]): Live =>
  coalesceEvents(events).reduce(applyEvent, live)

/**
 * The pending approvals as read. `received`: ids that opened or changed while the read was under way;
 * it may know less of them.
 */
export function readApprovals(
  live: Live,
  pending: readonly Approval[],
  received: ReadonlySet<ApprovalId>,
): Live {
  const open = new Map(
    pending.filter(({ id }) => !live.closed.has(id)).map((approval) => [approval.id, approval]),
  )
  for (const [id, approval] of live.open ?? []) if (received.has(id)) open.set(id, approval)
  return { ...live, open }
}

/**
 * A screen begins to look at a run: from here on its events are kept, the read under way is
 * completed with them.
 */
export function startTranscript(live: Live, id: RunId): Live {
  const known = live.transcripts.get(id) ?? emptyTranscript
  return { ...live, transcripts: new Map(live.transcripts).set(id, { ...known, received: [] }) }
}

/** The run as read, with what was heard while the read was under way laid over it. */
export function readTranscript(live: Live, page: RunPage): Live {
  const known = live.transcripts.get(page.run.id) ?? emptyTranscript
  return {
    ...live,
    transcripts: new Map(live.transcripts).set(page.run.id, wholeTranscript(known, page)),
  }
}

/** Nobody looks at the run any more. */
export function endTranscript(live: Live, id: RunId): Live {
  return { ...live, transcripts: new Map([...live.transcripts].filter(([key]) => key !== id)) }
}

/** Nothing for a run that nobody looks at. */
export function changeTranscript(
  live: Live,
  id: RunId,
  change: (known: Transcript) => Transcript,
): Live {
  const known = live.transcripts.get(id)
  const next = known === undefined ? undefined : change(known)
  return next === undefined || next === known
    ? live
    : { ...live, transcripts: new Map(live.transcripts).set(id, next) }
}

function receivedOf(live: Live, id: RunId, event: PanelEvent): Live['transcripts'] {
  return changeTranscript(live, id, (known) => applyToTranscript(known, event)).transcripts
}
