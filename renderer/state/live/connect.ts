// Joins a bridge to the live store: events in, first reads, and reading again after a break. Holds
// no rule of its own.
import type { Bridge } from '../../../contract/ipc/ipc.ts'
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import { isAwaited } from '../../../contract/ipc/is-awaited.ts'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import type { ApprovalId } from '../../../contract/ids.ts'
import { applyEvents, type ConnectionState, readApprovals } from './live.ts'
import { changeLive } from './live-store.ts'

/**
 * Streams can bring hundreds of events a second; the screen is asked to draw at most once in this
 * time. What a person waits for is drawn at once where nothing was in this time.
 */
const batchMs = 16

type Parts = {
  readonly bridge: Bridge
  readonly watch: (listener: (connection: ConnectionState) => void) => () => void
}

/** Starts feeding the live store. Returns what ends it. */
export function connectLive({ bridge, watch }: Parts): () => void {
  let queue: (PanelEvent | null)[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let drawnAt = Number.NEGATIVE_INFINITY
  let opened = new Set<ApprovalId>()

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (queue.length === 0) return
    const events = queue
    queue = []
    drawnAt = performance.now()
    changeLive((live) => applyEvents(live, events))
  }

  const read = async (): Promise<void> => {
    opened = new Set()
    const [app, pending] = await Promise.all([bridge.call('app.state', {}), readPending(bridge)])
    changeLive((live) => ({
      ...(pending.ok ? readApprovals(live, pending.value, opened) : live),
      ...(app.ok ? { app: app.value } : {}),
    }))
  }

  const unsubscribe = bridge.subscribe((event) => {
    queue.push(event)
    if (event === null) void read()
    if (event?.kind === 'approval-opened' || event?.kind === 'approval-changed')
      opened.add(event.approval.id)
    // A timer and not an animation frame: a hidden window has no frames, and a held call has to be
    // announced there too.
    timer ??= setTimeout(flush, batchMs)
    // After the other events of the same message.
    if (event !== null && isAwaited(event) && performance.now() - drawnAt >= batchMs)
      queueMicrotask(flush)
  })
  const unwatch = watch((connection) => changeLive((live) => ({ ...live, connection })))
  void read()

  return () => {
    unsubscribe()
    unwatch()
    if (timer !== null) clearTimeout(timer)
    queue = []
  }
}

/**
 * All that wait, page by page. A failure of a later page keeps what was read: the rest is read
 * again after the next break.
 */
async function readPending(bridge: Bridge): Promise<Result<readonly Approval[], Failure>> {
  const all: Approval[] = []
  for (let before: number | undefined; ;) {
    const page = await bridge.call('approvals.list', {
      states: ['pending'],
      limit: 200,
      ...(before === undefined ? {} : { before }),
    })
    if (!page.ok) return all.length === 0 ? page : { ok: true, value: all }
    all.push(...page.value)
    const oldest = page.value.at(-1)
    if (page.value.length < 200 || oldest === undefined) return { ok: true, value: all }
    before = oldest.createdAt
  }
}
