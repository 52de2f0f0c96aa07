// The events that main sends to every window.
import { z } from 'zod'
import { AppState } from './app-state.ts'
import { Approval } from '../approval/approval.ts'
import { CallId, RunId } from '../ids.ts'
import { ShownNotification } from '../record/notification.ts'
import { UpdateState } from '../desktop/update.ts'
import { Run, RunItem } from '../agent/run.ts'

/**
 * What main tells every window, as it happens. A window that missed some re-reads; nothing is only
 * in an event.
 */
export const PanelEvent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('app-changed'), app: AppState }),
  z.strictObject({ kind: z.literal('approval-opened'), approval: Approval }),
  /** Something was found out about an open question: it was rehearsed. */
  z.strictObject({ kind: z.literal('approval-changed'), approval: Approval }),
  z.strictObject({ kind: z.literal('approval-closed'), approval: Approval }),
  z.strictObject({ kind: z.literal('run-changed'), run: Run }),
  /** Its transcript is gone, with those of its other versions, which are told about too. */
  z.strictObject({ kind: z.literal('run-removed'), runId: RunId }),
  /** An item that is new, or that replaces the one with its id. */
  z.strictObject({ kind: z.literal('item-put'), runId: RunId, item: RunItem }),
  z.strictObject({
    kind: z.literal('text-added'),
    runId: RunId,
    itemId: z.int(),
    delta: z.string(),
  }),
  /** Live output of a running command; not kept, the result holds what is. */
  z.strictObject({
    kind: z.literal('output-added'),
    runId: RunId,
    callId: CallId,
    stream: z.enum(['stdout', 'stderr']),
    text: z.string(),
  }),
  /** What is known of the fleet; the screen asks again. */
  z.strictObject({ kind: z.literal('fleet-changed') }),
  /** What is known of the organisation's bundle; the screen asks again. */
  z.strictObject({ kind: z.literal('organisation-changed') }),
  /** A server's state, offer or log; the screen reads the list again. */
  z.strictObject({ kind: z.literal('servers-changed') }),
  /** Clients of the gateway came, went or were written. */
  z.strictObject({ kind: z.literal('clients-changed') }),
  /** What is kept for the person: memory, decisions and the like. */
  z.strictObject({ kind: z.literal('records-changed') }),
  /** A file of an agent of the person's own came, changed or went. */
  z.strictObject({ kind: z.literal('own-agents-changed') }),
  /** Something to show to the person now. `by`: who says it; null: Gatehouse. */
  z.strictObject({ kind: z.literal('notification'), notification: ShownNotification }),
  z.strictObject({ kind: z.literal('updates-changed'), updates: UpdateState }),
  /** A job was due, began or ended; the screen reads the lists again. */
  z.strictObject({ kind: z.literal('schedules-changed') }),
  z.strictObject({ kind: z.literal('journal-grew'), seq: z.int(), rows: z.int() }),
])
export type PanelEvent = z.infer<typeof PanelEvent>
