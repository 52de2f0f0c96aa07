// How a result is held for a person. Types only; main/pipeline/review.ts does it.
import type { CallResult } from '../../contract/call/call.ts'
import type { DecidedCall } from './evaluate.ts'

/** Gives what the asker gets of a result in the end. Never rejects. */
export type Review = (ran: DecidedCall, result: CallResult) => Promise<CallResult>

/** Whether a person wants to read what this call brought back. */
export type Reviewed = (call: Pick<DecidedCall, 'tool' | 'execution' | 'decision'>) => boolean
