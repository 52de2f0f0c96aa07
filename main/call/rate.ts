// Counts what was let through, per session and tool. In memory: a restart ends the minute, and its sessions come back as new ones.
import type { SessionId } from '../../contract/ids.ts'

export type Rate = {
  used(session: SessionId, tool: string): { readonly session: number; readonly minute: number }
  count(session: SessionId, tool: string): void
}

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
      return { session: total, minute: recent.length }
    },
    count(session, tool) {
      const known = of(session, tool)
      known.total += 1
      known.recent.push(monotonic())
    },
  }
}
