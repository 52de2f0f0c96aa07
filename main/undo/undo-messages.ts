// The messages between main and the thread of undo.
import type { CheckpointStore } from './checkpoint-store.ts'
import type { Budget, CaptureLimits } from './limits.ts'

export type WorkerStart = {
  readonly folder: string
  readonly limits?: CaptureLimits
  readonly budget?: Budget
}

export type Op = Exclude<keyof CheckpointStore, 'settle' | 'collectDue'>

export type WorkerRequest = {
  readonly id: number
  readonly op: Op
  readonly args: readonly unknown[]
}

/** `evicted` comes unasked: what was kept of these calls is gone. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } }
  | { readonly evicted: readonly string[] }
