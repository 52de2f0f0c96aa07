// The calls that wait, oldest first, and the one a person looks at. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import type { PanelEvent } from '../../../../contract/ipc/event.ts'

export type Queue = {
  readonly held: readonly Approval[]
  readonly chosen: ApprovalId | null
}

export const noQueue: Queue = { held: [], chosen: null }

export const chosenOf = ({ held, chosen }: Queue): Approval | null =>
  held.find(({ id }) => id === chosen) ?? null

/** All that wait now; the chosen one stays chosen where it still waits. */
export function listed({ chosen }: Queue, approvals: readonly Approval[]): Queue {
  const held = approvals.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  return {
    held,
    chosen: held.some(({ id }) => id === chosen) ? chosen : (held[0]?.id ?? null),
  }
}

/** New, or in place of the one with its id. */
export const withHeld = (queue: Queue, approval: Approval): Queue =>
  listed(queue, [...queue.held.filter(({ id }) => id !== approval.id), approval])

/** Where the chosen one goes, the next takes its place; after the last, the one before. */
export function without({ held, chosen }: Queue, gone: ApprovalId): Queue {
  const at = held.findIndex(({ id }) => id === gone)
  const left = held.filter(({ id }) => id !== gone)
  if (chosen !== gone) return { held: left, chosen }
  return { held: left, chosen: (left[at] ?? left.at(-1))?.id ?? null }
}

/** What an event says of the queue; it stays as it is after any other. */
export function after(queue: Queue, event: PanelEvent): Queue {
  if (event.kind === 'approval-opened') return withHeld(queue, event.approval)
  if (event.kind === 'approval-changed' && event.approval.state === 'pending')
    return withHeld(queue, event.approval)
  return event.kind === 'approval-closed' ? without(queue, event.approval.id) : queue
}

export function moved({ held, chosen }: Queue, by: number): Queue {
  const at = held.findIndex(({ id }) => id === chosen)
  return { held, chosen: held[Math.max(0, Math.min(held.length - 1, at + by))]?.id ?? null }
}
