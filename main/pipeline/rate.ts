// Counts what was let through, per asker and tool, and per asker over all tools. The counts
// of an earlier process are given at the start, so that a restart gives nobody a fresh minute.
import type { Principal } from '../../contract/call/principal.ts'

/**
 * Whose calls count together. A client of the gateway is one asker however often it connects;
 * everybody else is counted by session, and a sub-agent by that of the run it works for, so that
 * nobody has more calls by starting some.
 */
export const rateKey = (principal: Principal): string => {
  if (principal.kind === 'mcp-client') return `${CLIENT}${principal.name}`
  return principal.kind === 'subagent' ? (principal.root ?? principal.session) : principal.session
}

/** Can begin no session. */
const CLIENT = 'client:'
/** A client that has been silent for this long starts with no calls counted, as its session does. */
const IDLE_SECONDS = 3_600

/** A call that an earlier process let through. */
export type EarlierCall = { readonly key: string; readonly tool: string; readonly agoMs: number }

export type Rate = {
  /** @param key see `rateKey` */
  used(
    key: string,
    tool: string,
  ): { readonly session: number; readonly minute: number; readonly all: number }
  count(key: string, tool: string): void
}

/** Can be the name of no tool. */
const ALL = '*'
/**
 * A call counts this long and for the rest of its second: how many there were is kept by the
 * second, not when each was.
 */
const SECONDS = 60

type Counted = {
  /** The second of the last call. */
  last: number
  total: number
  minute: number
  readonly seconds: { readonly second: number; calls: number }[]
}

/** @param monotonic milliseconds that never jump. @param earlier in any order. */
export function openRate(
  monotonic: () => number,
  earlier: () => readonly EarlierCall[] = () => [],
): Rate {
  const counted = new Map<string, Counted>()
  const of = (asker: string, tool: string, second: number): Counted => {
    const key = `${asker} ${tool}`
    const before = counted.get(key)
    const idle = asker.startsWith(CLIENT) && second - (before?.last ?? second) >= IDLE_SECONDS
    const known =
      before === undefined || idle ? { total: 0, minute: 0, last: second, seconds: [] } : before
    if (known !== before) counted.set(key, known)
    for (
      let first = known.seconds[0];
      first !== undefined && first.second < second - SECONDS;
      first = known.seconds[0]
    ) {
      known.minute -= first.calls
      known.seconds.shift()
    }
    return known
  }
  const now = (): number => Math.floor(monotonic() / 1_000)
  const add = (asker: string, tool: string, second: number): void => {
    for (const name of [tool, ALL]) {
      const known = of(asker, name, second)
      const last = known.seconds.at(-1)
      known.last = second
      known.total += 1
      known.minute += 1
      if (last?.second === second) last.calls += 1
      else known.seconds.push({ second, calls: 1 })
    }
  }
  let read = false
  /** At the first use: the journal is open by then. */
  const readEarlier = (): void => {
    if (read) return
    read = true
    const [begin, start] = [now(), monotonic()]
    const oldestFirst = earlier().toSorted((a, b) => b.agoMs - a.agoMs)
    for (const { key, tool, agoMs } of oldestFirst)
      add(key, tool, Math.min(begin, Math.floor((start - Math.max(0, agoMs)) / 1_000)))
  }
  return {
    used(key, tool) {
      readEarlier()
      const second = now()
      const { total, minute } = of(key, tool, second)
      return { session: total, minute, all: of(key, ALL, second).minute }
    },
    count(key, tool) {
      readEarlier()
      add(key, tool, now())
    },
  }
}
