// Counts what was let through, per session and tool, and per session over all tools. In memory: a restart ends the minute, and its sessions come back as new ones.
import type { SessionId } from '../../contract/ids.ts'

export type Rate = {
  used(session: SessionId, tool: string): { readonly session: number; readonly minute: number; readonly all: number }
  count(session: SessionId, tool: string): void
}

/** Can be the name of no tool. */
const ALL = '*'

/** @param monotonic milliseconds that never jump. */
export function openRate(monotonic: () => number): Rate {
  const calls = new Map<string, { total: number; recent: number[] }>()
  const of = (session: SessionId, tool: string) => {
    const key = `${session} ${tool}`
    const known = calls.get(key) ?? { total: 0, recent: [] }
    calls.set(key, known)
    const since = monotonic() - 60_000
    while (known.recent.length > 0 && (known.recent[0] ?? 0) < since) known.recent.shift()
    return known
  }
  return {
    used(session, tool) {
      const { total, recent } = of(session, tool)
      return { session: total, minute: recent.length, all: of(session, ALL).recent.length }
    },
    count(session, tool) {
      for (const name of [tool, ALL]) {
        const known = of(session, name)
        known.total += 1
        known.recent.push(monotonic())
      }
    },
  }
}
