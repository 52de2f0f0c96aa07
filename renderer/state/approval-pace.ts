// How fast approvals are being given. Somebody who allows one call after another without reading is
// asked for a longer press.
import { create } from 'zustand'

/** An approval this soon after its card could be answered was hardly read. */
export const fastMs = 1_500
/** So many in a row, and the next approval has to be held. */
export const streakLength = 3
/** How long a press is held, where it has to be. */
export const holdMs = 800

type Pace = { readonly fast: number }
export const useStreak = create<Pace>()(() => ({ fast: 0 }))

/**
 * The count after one more answer: a denial, or an approval that took its time, ends the streak.
 * Pure.
 */
export const streakAfter = (fast: number, approved: boolean, tookMs: number): number =>
  approved && tookMs < fastMs ? fast + 1 : 0

export const noteAnswer = (approved: boolean, tookMs: number): void =>
  useStreak.setState(({ fast }) => ({ fast: streakAfter(fast, approved, tookMs) }))

export const isStreak = (fast: number): boolean => fast >= streakLength
