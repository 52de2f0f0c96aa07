// What agents have used, as it is stored: one entry for each answer of a model. Types only.
import type { RunId } from '../../../contract/ids.ts'
import type { Tokens } from '../../../contract/policy/config/model-price.ts'

/** A sum over entries of one model. `cost`: what they cost by the price of their time. */
export type Spent = Tokens & {
  readonly model: string
  readonly steps: number
  readonly workMs: number
  /** Null: no price was known then. */
  readonly cost: { readonly amount: number; readonly currency: string } | null
}

export type NewSpending = Tokens & {
  readonly runId: RunId
  /** The day on this machine, as 2026-11-26. */
  readonly day: string
  readonly model: string
  readonly cost: Spent['cost']
}

/**
 * An entry is written before the model is asked, with as much as it may use, and corrected
 * afterwards. What is not corrected, because Gatehouse was killed, counts in full.
 */
export type SpendingStore = {
  readonly open: (entry: NewSpending) => number
  readonly correct: (id: number, used: Tokens & Pick<Spent, 'cost'>) => void
  readonly worked: (id: number, ms: number) => void
  readonly ofRun: (runId: RunId) => readonly Spent[]
  readonly ofDay: (day: string) => readonly Spent[]
}
