// What the keys of a screen can do to the card on it.
import type { Via } from './approve-gesture.ts'

export type CardKeys = {
  deny(): void
  word(): void
  edit(): void
  scope(): void
  /** A key goes down that says yes; `up` when it is let go, for those that have to be held. */
  down(which: 'once' | 'session', via: Via): void
  up(): void
}
