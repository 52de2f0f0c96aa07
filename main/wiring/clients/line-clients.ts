// The agents that are connected over standard streams. What one says before it is known which agent
// it is waits for that.
import { letGo } from '../../../contract/let-go.ts'
import type { SessionId } from '../../../contract/ids.ts'
import type { ConnectedClient } from '../../../contract/server/gateway.ts'
import type { LineClient, OpenLineClient } from '../../host/line-client.ts'
import type { AgentSessions, Trace } from '../../mcp/gateway/sessions/agent-sessions.ts'
import { serveLines } from '../../mcp/gateway/lines.ts'
import type { AgentChannel } from '../../mcp/gateway/sessions/unknown-process.ts'

export type LineClientsDeps = {
  readonly sessions: Pick<AgentSessions, 'open'>
  readonly trace: (pid: number | undefined) => Promise<Trace>
  readonly providerFor: (
    client: string,
    session: () => SessionId,
  ) => Parameters<typeof serveLines>[0]
  readonly now: () => number
  /** One came or went. */
  readonly changed: () => void
}

export type LineClients = {
  readonly open: OpenLineClient
  connected(): readonly Omit<ConnectedClient, 'hook'>[]
  /** Each is told that nothing more comes. */
  end(): void
}

export function openLineClients(deps: LineClientsDeps): LineClients {
  const clients = new Map<LineClient, Omit<ConnectedClient, 'hook'>>()
  return {
    open(client, write, pid, unread) {
      let served: ReturnType<typeof serveLines> | null = null
      let agent: AgentChannel | null = null
      let over = false
      /** What comes before it is known which agent this is. */
      const early: string[] = []
      letGo(
        deps.trace(pid).then((trace) => {
          if (over) return
          const router = deps.sessions.open(client, trace)
          agent = router
          served = serveLines(deps.providerFor(client, router.session), write, unread)
          for (const text of early.splice(0)) served.line(text)
        }),
      )
      const stored: LineClient = {
        line: (text) => (served === null ? void early.push(text) : served.line(text)),
        tooLong: () => served?.tooLong(),
        end: () => served?.end(),
        close() {
          over = true
          clients.delete(stored)
          served?.close()
          agent?.close()
          deps.changed()
        },
      }
      clients.set(stored, { name: client, over: 'streams', since: deps.now() })
      deps.changed()
      return stored
    },
    connected: () => [...clients.values()],
    end() {
      for (const client of clients.keys()) client.end()
    },
  }
}
