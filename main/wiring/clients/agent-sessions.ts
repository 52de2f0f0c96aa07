// Other agents: which of their entry points are one session, what each session has seen, and what
// connect wrote down of them.
import type { SessionId } from '../../../contract/ids.ts'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { joinedProvenance } from '../../provenance/joined-provenance.ts'
import { openProvenance } from '../../provenance/provenance.ts'
import { ownTool } from '../../clients/connect/our-tool.ts'
import { writtenFor } from '../../clients/connect/written-for.ts'
import { openAgentSessions } from '../../mcp/gateway/sessions/agent-sessions.ts'
import { sessionHistoryOf, type RunHistory } from '../../recovery/session-history.ts'
import type { Lineage } from '../execution/lineage.ts'
import { isAlive, traceOf } from '../../host/process-tree.ts'

export type AgentsDeps = {
  readonly sha256: (text: string) => string
  readonly now: () => number
  readonly runs: RunHistory
  readonly lineage: Pick<Lineage, 'group'>
  readonly dataDir: string
  /** The last connection of an agent was closed. */
  readonly over: (session: SessionId) => void
}

export function wireAgents({ sha256, now, runs, lineage, dataDir, over }: AgentsDeps) {
  const sessions = openAgentSessions({ sha256, now, alive: isAlive, over })
  const record = join(dataDir, 'connections.json')
  const hostFacts = (cwd: string) => ({
    env: process.env,
    platform: process.platform,
    homedir: homedir(),
    cwd,
  })
  const provenance = openProvenance((session) => sessionHistoryOf(session, runs))
  return {
    /** A client's entry points are one session; so are a run and its sub-agents. */
    provenance: joinedProvenance(provenance, (session) => {
      const entries = sessions.group(session)
      return entries.length > 1 ? entries : lineage.group(session)
    }),
    /** For the hooks of agents. */
    hooks: {
      sessions,
      trace: traceOf,
      ownTool: (client: string, tool: string, cwd: string) =>
        ownTool(client, tool, record, hostFacts(cwd)),
    },
    /** For the gateway. */
    gateway: { sessions, trace: traceOf, written: () => writtenFor(record, hostFacts(homedir())) },
  }
}
