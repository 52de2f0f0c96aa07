// Counts what was let through, per session and tool, and per session over all tools. In memory: a
// restart ends the minute, and its sessions come back as new ones.
import type { SessionId } from '../../contract/ids.ts'

export type Rate = {
  used(
    session: SessionId,
    tool: string,
  ): { readonly session: number; readonly minute: number; readonly all: number }
  count(session: SessionId, tool: string): void
}

/** Can be the name of no tool. */
const ALL = '*'
/**
 * A call counts for this long and for the rest of its second: how many there were is kept by the
 * second, not when each was.
 */
const SECONDS = 60

type Counted = {
  total: number
  minute: number
  readonly seconds: { readonly second: number; calls: number }[]
}

/** @param monotonic milliseconds that never jump. */
export function openRate(monotonic: () => number): Rate {
  const counted = new Map<string, Counted>()
  const of = (session: SessionId, tool: string, second: number): Counted => {
    const key = `${session} ${tool}`
    const known = counted.get(key) ?? { total: 0, minute: 0, seconds: [] }
    counted.set(key, known)
    for (
      let [first] = known.seconds;
      first !== undefined && first.second < second - SECONDS;
      [first] = known.seconds
    ) {
      known.minute -= first.calls
      known.seconds.shift()
    }
    return known
  }
  const now = (): number => Math.floor(monotonic() / 1_000)
  return {
    used(session, tool) {
      const second = now()
      const { total, minute } = of(session, tool, second)
      return { session: total, minute, all: of(session, ALL, second).minute }
    },
    count(session, tool) {
      const second = now()
      for (const name of [tool, ALL]) {
        const known = of(session, name, second)
        const last = known.seconds.at(-1)
        known.total += 1
        known.minute += 1
        if (last?.second === second) last.calls += 1
        else known.seconds.push({ second, calls: 1 })
      }
    },
  }
}
