// A place among the calls of one client, and space for what its result will weigh.
import { letGo } from '../../../../contract/let-go.ts'
import { openByteBudget, type ByteBudget } from '../byte-budget.ts'
import type { Context } from '../provider.ts'
import type { DecisionTurns } from './decision-turns.ts'
import { openSemaphore } from '../semaphore.ts'

const atOnce = 64
const mostWaiting = 512
/** What its calls may weigh together, until it has read their results. */
const mostBytes = 16 * 1024 * 1024

export type CallSlot = {
  /** It is held, or runs: the next one of any client may be decided. */
  decided(): void
  over(): void
}

export type CallSlots = {
  /** Null: too many wait for theirs. */
  take(tool: string, context: Pick<Context, 'unread'>): Promise<CallSlot | null>
}

export type CallSlotsDeps = {
  /** What a call of this tool is expected to weigh in memory. */
  readonly weight: (tool: string) => number
  /** Of all clients together. */
  readonly bytes: ByteBudget
  /** Of all clients together. */
  readonly turns: DecisionTurns
}

export function openCallSlots(deps: CallSlotsDeps): CallSlots {
  const slots = openSemaphore(atOnce, mostWaiting)
  const own = openByteBudget(mostBytes)
  return {
    async take(tool, context) {
      const slot = await slots.take()
      if (slot === null) return null
      const weight = deps.weight(tool)
      const giveBack = await own.take(weight)
      const giveAll = await deps.bytes.take(weight)
      const turn = await deps.turns.take()
      let over = false
      return {
        decided: turn.over,
        over() {
          if (over) return
          over = true
          turn.over()
          giveAll()
          // The next call of a client that does not read waits until it does; the other clients do
          // not.
          const unread = context.unread()
          if (unread === null) giveBack()
          else letGo(unread.then(giveBack))
          slot.over()
        },
      }
    },
  }
}
