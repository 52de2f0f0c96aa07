// What the keys of a screen can do to the card on it.
import type { Via } from './approve-gesture.ts'

export type CardKeys = {
  deny(): void
  word(): void
  edit(): void
  rehearse(): void
  /** Opens the scopes of an approval, or of a denial. */
  scope(): void
  denyScope(): void
  /** A key goes down that approves; `up` when it is let go, for those that have to be held. */
  down(via: Via): void
  up(): void
}
