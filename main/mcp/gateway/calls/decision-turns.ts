// How many calls of all clients are being decided at once. One thread decides them, so more at once
// are done no sooner; but all that is known of a call lives until it is held or runs, and with
// thousands under way the collector takes that for something that lasts. The rest wait with nothing
// but their arguments.

/** As many as share a commit of the journal well. */
const atOnce = 32
/** A call that takes longer, such as on a slow disk, lets the next one in. */
const lateMs = 100

export type DecisionTurns = {
  /** In the order in which they come. */
  take(): Promise<DecisionTurn>
}

/** `over` gives the turn back; more than once does nothing. */
export type DecisionTurn = { over(): void }

type Turn = DecisionTurn & { late: boolean }

export function openDecisionTurns(): DecisionTurns {
  const taken = new Set<Turn>()
  const waiting: ((turn: Turn) => void)[] = []
  let watch: NodeJS.Timeout | null = null

  const start = (): Turn => {
    const turn: Turn = {
      late: false,
      over() {
        if (taken.delete(turn)) letIn()
      },
    }
    taken.add(turn)
    return turn
  }
  const letIn = (): void => {
    while (taken.size < atOnce) {
      const next = waiting.shift()
      if (next === undefined) break
      next(start())
    }
    if (waiting.length > 0 || watch === null) return
    clearInterval(watch)
    watch = null
  }
  /** What was there at the look before this one has had its time. */
  const look = (): void => {
    for (const turn of taken) {
      if (turn.late) taken.delete(turn)
      else turn.late = true
    }
    letIn()
  }
  return {
    take() {
      if (taken.size < atOnce) return Promise.resolve(start())
      watch ??= setInterval(look, lateMs).unref()
      return new Promise((go) => waiting.push(go))
    },
  }
}
