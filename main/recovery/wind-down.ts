// The last moments of an app: whether it still takes calls and answers, and how long what runs may
// go on.
import { setTimeout } from 'node:timers/promises'
import { failure, type Failure } from '../../contract/failure.ts'
import { ProgramEnds } from '../../contract/call/work-signal.ts'

export type WindDown = {
  /**
   * Null until the end has begun. From then on nothing new is taken; what is held waits for the
   * next start.
   */
  refusal(): Failure | null
  /** Aborted, for `ProgramEnds`, when what still runs is cut off. */
  readonly ending: AbortSignal
  /** Lets what runs finish, as long as it has time for that. */
  finish(): Promise<void>
  /**
   * Cuts off the rest, and waits until its end is written. `why`: what the one who asks is told
   * from then on.
   */
  cut(why?: Failure): Promise<void>
}

/** An app that makes room for another one, or is told to end: what runs mostly needs no longer. */
export const FINISH_MS = 5_000
/** A command dies at once; its result is made and its row written. */
const CUT_MS = 2_000
const CHECK_MS = 20

/** @param running calls that were let run and have no end yet. */
export function openWindDown(running: () => number, finishMs: number): WindDown {
  const cut = new AbortController()
  let started: Failure | null = null
  const idle = async (limitMs: number): Promise<void> => {
    for (const until = performance.now() + limitMs; running() > 0 && performance.now() < until;)
      await setTimeout(CHECK_MS)
  }
  return {
    refusal: () => started,
    ending: cut.signal,
    finish() {
      started ??= ends
      return idle(finishMs)
    },
    cut(why = ends) {
      started ??= why
      cut.abort(new ProgramEnds('Gatehouse ends.'))
      return idle(CUT_MS)
    },
  }
}

const ends = failure(
  'host.ending',
  'Gatehouse is quitting, so it starts nothing new.',
  'Try again after it has restarted.',
)
