// How often a model is asked again when it says nothing, or when its answer breaks off in the middle.
// A server that cannot be reached at all is tried again by main/model. Pure.
import type { Failure } from '../../../contract/failure.ts'

export type Attempts = { readonly empty: number; readonly broken: number }
export const firstAttempts: Attempts = { empty: 0, broken: 0 }

/** After so many empty answers the turn ends. */
export const EMPTY_TRIES = 2
/** Before the second, third and fourth try. */
const BACK_OFF_MS = [1_000, 2_000, 4_000] as const
/** The server was there, and its answer broke off. */
const BROKE_OFF: ReadonlySet<string> = new Set(['model.cut-off', 'model.garbage'])

export const asks = {
  afterSilence: (attempts: Attempts): Attempts => ({ ...attempts, empty: attempts.empty + 1 }),
  afterBreak: (attempts: Attempts): Attempts => ({ ...attempts, broken: attempts.broken + 1 }),
}

/** Milliseconds until it is asked again; null: not at all. */
export const waitAfter = ({ code }: Failure, { broken }: Attempts): number | null =>
  BROKE_OFF.has(code) ? (BACK_OFF_MS[broken] ?? null) : null
