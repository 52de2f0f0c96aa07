// What is asked of the store of checkpoints, and what it answers.
import { TooMuch } from './scan.ts'
import type { Plan } from './plan.ts'
import type { Restored } from './restore/restore.ts'
import type { Seen } from './since-then.ts'
import type { TextPair } from './text-pairs.ts'

/** What a call may change. */
export type Wanted = {
  /** Absolute and canonical. */
  readonly root: string
  /** Raw and relative to `root`; null: the whole tree. */
  readonly paths: readonly string[] | null
  /**
   * In the tree, but where the call cannot reach it, with all that is below: not a byte of it is
   * read or stored. Raw and relative to `root`; left out: nothing is.
   */
  readonly without?: readonly string[]
}

export type ScanResult =
  | {
      readonly kind: 'files'
      readonly entries: number
      readonly bytes: number
      readonly others: number
    }
  | { readonly kind: 'none'; readonly why: string }

export type Scanning = {
  readonly at: number
  readonly root: string
  readonly plan: Plan
  readonly texts: readonly TextPair[]
  readonly alongside: readonly string[]
  readonly seen: Seen
}

export type Applied =
  | { readonly kind: 'conflicts'; readonly plan: Plan }
  | ({
      readonly kind: 'done'
      readonly files: number
      readonly plan: Plan
      /** Why this undo cannot itself be undone. */ readonly final: string | null
    } & Restored)

export type Exactness = 'quick' | 'exact'

export function orTooMuch(work: () => ScanResult): ScanResult {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooMuch) return { kind: 'none', why: error.why }
    throw error
  }
}
