// Which sessions have read the same, because what one of them was told the other one has got as well.
import type { SessionId } from '../../../../contract/ids.ts'

export type JoinedSessions = {
  join(one: SessionId, other: SessionId): void
  /** The others, without those that they in turn are joined with. */
  of(session: SessionId): Iterable<SessionId>
}

export function openJoinedSessions(): JoinedSessions {
  const joined = new Map<SessionId, Set<SessionId>>()
  const add = (from: SessionId, to: SessionId): void => {
    joined.set(from, (joined.get(from) ?? new Set()).add(to))
  }
  return {
    join(one, other) {
      if (one === other) return
      add(one, other)
      add(other, one)
    },
    of: (session) => joined.get(session) ?? [],
  }
}
