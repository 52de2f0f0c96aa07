// The queue of held calls. An approval is a row; an answer changes the row in one statement, once.
// Silence denies. This module decides nothing and runs nothing: it asks, waits, and tells the
// pipeline how each approval ended.
import type { AnsweredOn } from '../../contract/call/principal.ts'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import { answering } from './answer-approval.ts'
import type { ApprovalQueue, ApprovalQueueDeps } from './approval-queue-deps.ts'
import { pagesOf } from './approval-pages.ts'
import { openEndings, type Given } from './endings.ts'
import { replaceApproval } from './replace-approval.ts'
import { runningAgain } from './run-again.ts'
import { takeSecond } from './second-answer.ts'
import { stopAll } from './stop-all.ts'

export function openApprovalQueue(deps: ApprovalQueueDeps): ApprovalQueue {
  const { table, attempt, opened, now } = deps
  const endings = openEndings(deps)
  const again = runningAgain(deps, endings)
  let recovered = false

  return {
    async ask(approval, request, onOpen) {
      // The row first, so that the same request a moment later finds it and joins.
      const put = await attempt(() => {
        const found = table.findPending(approval.requestHash, approval.principal.session)
        if (found === null) table.insert(approval, request)
        return found
      })
      if (!put.ok) return put
      const same = put.value
      // One that is about to be withdrawn is answered by nobody.
      if (same !== null && endings.due(same.id) === 'cancelled') return err(withdrawn)
      if (same !== null) {
        onOpen(same)
        return ok(same)
      }
      // Before anything is waited for: an approval that ends meanwhile, by a stop, is not pending
      // again afterwards.
      endings.arm(approval)
      const written = await deps.record.asked(approval, null)
      if (!written.ok) {
        await endings.surely(approval.id, 'cancelled', 'unrecorded')
        return written
      }
      onOpen(approval)
      opened(approval)
      return ok(approval)
    },

    answer: answering(deps, endings, again.has),
    second: (id, answer) => takeSecond(id, answer, deps, endings),
    runAgain: again.start,

    replace: (id, by) => replaceApproval(id, by, deps, endings),

    async cancel(id, why) {
      await endings.surely(id, 'cancelled', why)
    },

    decideAll(surface) {
      try {
        const ids = table.pendingIds()
        for (const id of ids) endings.decide(id, 'denied', byStop(surface), DECIDED_MS)
        return ids.length
      } catch {
        // It cannot be read now: they are decided with their denial.
        return 0
      }
    },

    async stopAll(surface) {
      const all = await attempt(table.pendingIds)
      if (!all.ok) return all
      const by = byStop(surface)
      return stopAll(all.value, {
        decided: (id, withinMs) => endings.decide(id, 'denied', by, withinMs),
        async deny(id) {
          const ended = await endings.surely(id, 'denied', by)
          return ended.ok ? ok(ended.value !== null) : ended
        },
      })
    },

    pending: () => table.pending(),
    held: () => (recovered ? endings.count() : table.count()),

    async recover() {
      // Approved, and killed before it began: a person may ask again, but nothing starts by itself.
      for await (const { id } of pagesOf(table, ['approved']))
        await endings.end(id, 'approved', 'cancelled', 'program-end')
      for await (const approval of pagesOf(table, ['pending'])) {
        if (approval.expiresAt <= now()) await endings.surely(approval.id, 'expired', 'time-out')
        else endings.arm(approval)
      }
      recovered = true
    },

    dispose: endings.dispose,
  }
}

/** Longer than all of them take to be written. */
const DECIDED_MS = 600_000

const byStop = (surface: AnsweredOn): Given => ({
  answer: 'deny-once',
  surface,
  route: 'emergency-stop',
})

const withdrawn = failure(
  'approval.withdrawn',
  'An approval for the same call is being withdrawn.',
  'Ask again in a moment.',
)
