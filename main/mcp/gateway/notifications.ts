// How the outcome of a call is reported to a client: as the result of a tool, or in the form of the
// method it used.
import type { CallResult } from '../../../contract/call/call.ts'
import type { Reply } from './protocol/reply.ts'

/**
 * How what became of a call is told: as the result of a tool, or in the words of whatever method
 * was used.
 */
export type Notifications = {
  result(result: CallResult): Reply
  /** Said by the gateway itself: it is not done. */
  said(text: string): Reply
}
