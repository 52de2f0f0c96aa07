// What a person should see first of a server: one word for how it is, and whether it needs them.
// Pure.
import { assertNever } from '../../../contract/never.ts'
import type { ServerListing } from '../../../contract/server/server.ts'

export type Face =
  | 'off'
  | 'starting'
  | 'running'
  | 'review'
  | 'changed'
  | 'sign-in'
  | 'waiting'
  | 'idle'
  | 'stopped'

export function faceOf({ state, review }: Pick<ServerListing, 'state' | 'review'>): Face {
  switch (state.kind) {
    case 'off':
      return 'off'
    case 'starting':
      return 'starting'
    case 'needs-sign-in':
      return 'sign-in'
    case 'waiting':
      return state.until === 0 ? 'idle' : 'waiting'
    case 'stopped':
      return 'stopped'
    case 'ready':
      if (review.changed + review.gone > 0) return 'changed'
      return review.fresh > 0 ? 'review' : 'running'
    default:
      return assertNever(state, 'faceOf')
  }
}

/** Those that need a person come first, then by name. */
const rank: Readonly<Record<Face, number>> = {
  stopped: 0,
  changed: 0,
  'sign-in': 0,
  review: 0,
  waiting: 1,
  starting: 1,
  running: 1,
  idle: 1,
  off: 2,
}

export const needsReview = (one: Pick<ServerListing, 'state' | 'review'>): boolean =>
  rank[faceOf(one)] === 0

/** The server to show where none was chosen. */
export const firstOf = (servers: readonly ServerListing[]): ServerListing | null =>
  servers.find(needsReview) ?? servers[0] ?? null
