// Recognises an agent that repeats itself: the same call again and again, or two calls in turns. Pure.
import { canonicalJson } from '../../../contract/json.ts'
import type { RunItem } from '../../../contract/agent/run.ts'

/** From this many equal calls in a row the model is told; at `STOP_AT` the turn ends. */
export const WARN_AT = 3
export const STOP_AT = 5

/** The same for two calls in turns, each counted once a round: A-B-A-B, and A-B-A-B-A-B. */
const WARN_ROUNDS = 2
const STOP_ROUNDS = 3

/** What one call ends. `times`: equal calls in a row. `rounds`: of two different ones in turns. */
export type Streak = { readonly times: number; readonly rounds: number }

export const NO_STREAK: Streak = { times: 1, rounds: 0 }

/** What makes two calls the same call. */
const sameness = (tool: string, args: unknown): string => `${tool} ${canonicalJson(args)}`

/** For each call, by item id, what it ends since the person last said something. */
export function streaksOf(items: readonly RunItem[]): ReadonlyMap<number, Streak> {
  const streaks = new Map<number, Streak>()
  let calls: string[] = []
  for (const item of items) {
    if (item.kind === 'user') calls = []
    if (item.kind !== 'call' || item.by !== undefined) continue
    calls = [...calls, sameness(item.tool, item.args)].slice(-2 * STOP_AT)
    streaks.set(item.id, { times: timesOf(calls), rounds: roundsOf(calls) })
  }
  return streaks
}

function timesOf(calls: readonly string[]): number {
  const other = calls.findLastIndex((call) => call !== calls.at(-1))
  return calls.length - 1 - other
}

function roundsOf(calls: readonly string[]): number {
  const [a, b] = [calls.at(-2), calls.at(-1)]
  if (a === b) return 0
  let rounds = 0
  while (calls.at(-2 - 2 * rounds) === a && calls.at(-1 - 2 * rounds) === b) rounds += 1
  return calls.length >= 2 ? rounds : 0
}

/** It is not run, and the turn ends. */
export const ends = ({ times, rounds }: Streak): boolean =>
  times >= STOP_AT || rounds >= STOP_ROUNDS

/** What the model is told with the result of such a call; null where nothing repeats. */
export function warningOf({ times, rounds }: Streak): string | null {
  if (times >= WARN_AT)
    return `[Gatehouse: you have now made this same call ${times} times in a row. Its result will not change. Do something else, or say what stops you.]`
  if (rounds >= WARN_ROUNDS)
    return `[Gatehouse: you have now made the same two calls in turns ${rounds} times. Do something else, or say what stops you.]`
  return null
}

/** What it is called in a sentence, of the worst one of a step. */
export const streakText = ({ times, rounds }: Streak): string =>
  times >= WARN_AT
    ? `the same call ${times} times in a row`
    : `the same two calls in turns ${rounds} times`

/** Where the person is told that the model was. */
export const isFirstWarning = ({ times, rounds }: Streak): boolean =>
  times === WARN_AT || (times < WARN_AT && rounds === WARN_ROUNDS)

export const worstOf = (streaks: readonly Streak[]): Streak =>
  streaks.reduce((worst, each) => (weightOf(each) > weightOf(worst) ? each : worst), NO_STREAK)

/** Nearest to the end first. */
const weightOf = ({ times, rounds }: Streak): number =>
  Math.max(times / STOP_AT, rounds / STOP_ROUNDS)
