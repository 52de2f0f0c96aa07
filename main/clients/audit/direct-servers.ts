// Servers that an agent reaches without the gate.
import { clients, type ClientName } from '../connect/agents/clients.ts'
import { lineIn } from '../connect/edit/line-of.ts'
import type { ReadFile } from '../connect/hook-state.ts'
import { isObject } from '../../../contract/is-object.ts'
import { at } from '../connect/entry-editor.ts'
import { OUR_NAME } from '../connect/wanted-targets.ts'
import type { Finding } from './finding.ts'

/** In one file of the agent. */
export function directServers(agent: ClientName, { file, text, data }: ReadFile): Finding[] {
  const { path, title } = clients[agent]
  const projects = at(data, ['projects'])
  const holders = [
    path,
    ...(isObject(projects) && agent === 'claude-code'
      ? Object.keys(projects).map((project) => ['projects', project, ...path])
      : []),
  ]
  return holders.flatMap((holder) => {
    const servers = at(data, holder)
    return serversIn(servers).flatMap(([name, server]) => {
      const builtin =
        agent === 'goose' &&
        isObject(server) &&
        server['type'] !== 'stdio' &&
        server['type'] !== 'streamable_http' &&
        server['type'] !== 'sse'
      const off = isObject(server) && (server['enabled'] === false || server['disabled'] === true)
      if (name === OUR_NAME || builtin || off) return []
      return [
        {
          agent,
          kind: 'direct-server' as const,
          file,
          line: lineIn(text, [...holder, name]),
          text: `${title}: the MCP server ${name} is reached without the gate.`,
          mend: `gatehouse servers import takes it over; then take it out here.`,
        },
      ]
    })
  })
}

/** Continue has them as a list. */
const serversIn = (servers: unknown): readonly (readonly [string, unknown])[] =>
  Array.isArray(servers)
    ? servers.flatMap((each: unknown) =>
        isObject(each) && typeof each['name'] === 'string' ? [[each['name'], each] as const] : [],
      )
    : isObject(servers)
      ? Object.entries(servers)
      : []
