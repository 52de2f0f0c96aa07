// Where the messages and the answer of one request go.
import type { Reply } from './reply.ts'

/**
 * Where what belongs to one request goes: messages while it is under way, then its answer, once.
 */
export type Out = {
  send(text: string): void
  /** `reply` is what `text` says, for a transport with answers of its own kind. */
  end(text: string, reply: Reply): void
  /**
   * Resolves once the client has read what was written; null where it is not behind. Left out:
   * never behind.
   */
  unread?(): Promise<void> | null
}

/**
 * cancelled: the client does not want it any more. gone: the answer cannot reach it, and it may
 * want it all the same.
 */
export type GivenUp = 'cancelled' | 'gone'
