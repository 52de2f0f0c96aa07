// What a call would reach of a server, where it may be called at all: a tool that is open, or a resource
// or prompt that the server has.
import type { Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { ServerConfig } from '../../contract/server/server.ts'
import { closedTool, noTool, unknownServer } from './server-failures.ts'
import type { Servers } from './servers-port.ts'
import type { Presented, ServerView } from './trust/present.ts'
import { sameResources } from './trust/resources-and-prompts.ts'

export type ServerTouchDeps = {
  readonly config: () => Readonly<Record<string, ServerConfig>>
  readonly viewOf: (server: string) => ServerView | null
}

export function serverTouch({ config, viewOf }: ServerTouchDeps): Servers['touch'] {
  const find = (server: string, tool: string): Result<Presented, Failure> => {
    const view = viewOf(server)
    if (view === null) return err(unknownServer(server))
    const found = view.tools.find(({ name }) => name === tool)
    if (found === undefined) return err(noTool(server, tool))
    if (found.closed !== null) return err(closedTool(server, tool, found.closed))
    return ok(found)
  }
  return (server, tool, what) => {
    const trust = config()[server]?.trust
    if (what !== undefined) {
      const there = sameResources(viewOf(server)?.resourcesAndPrompts() ?? null, server, what, tool)
      if (!there.ok) return there
      return trust === undefined
        ? err(unknownServer(server))
        : ok({ kind: 'mcp.call', server, tool, what, trust, openWorld: true })
    }
    const found = find(server, tool)
    if (!found.ok) return found
    return trust === undefined
      ? err(unknownServer(server))
      : ok({ kind: 'mcp.call', server, tool, trust, openWorld: found.value.trustProfile.openWorld })
  }
}
