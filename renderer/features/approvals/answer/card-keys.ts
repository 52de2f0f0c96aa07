// What the keys of a screen can do to the card on it.
import type { Via } from './approve-gesture.ts'

export type CardKeys = {
  deny(): void
  word(): void
  edit(): void
  /** Brings the focus to the scopes. */
  scope(): void
  denyScope(): void
  /** The next of the durations that a scope may have. */
  duration(): void
  /**
   * A key goes down that says yes, to the call or to one of its scopes; `up` when it is let go, for
   * those that have to be held.
   */
  down(which: 'once' | number, via: Via): void
  up(): void
}
