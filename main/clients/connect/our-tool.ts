// Whether a tool's name, as an agent's hook has it, is one of our own gateway and can be no other
// server's. In doubt it is not, and then it is asked about like any other server's.
import { isClientName, type HostFacts } from './agents/clients.ts'
import { isOwnEntry } from './our-entry.ts'
import { serverNames } from './server-names.ts'
import { OUR_NAME } from './wanted-targets.ts'

/** The name that the gateway gives the tool; null where it may be of another server. */
export async function ownTool(
  client: string,
  tool: string,
  recordFile: string,
  hostFacts: HostFacts,
): Promise<string | null> {
  if (!isClientName(client)) return null
  const prefix = prefixesOf(client, OUR_NAME).find(
    (each) => tool.startsWith(each) && tool.length > each.length,
  )
  if (prefix === undefined || !(await isOwnEntry(client, recordFile, hostFacts))) return null
  const names = await serverNames(client, hostFacts)
  // A server `gatehouse__x` has tools that begin as ours do.
  if (
    names === null ||
    names.some(
      (name) => name !== OUR_NAME && prefixesOf(client, name).some((each) => tool.startsWith(each)),
    )
  )
    return null
  return tool.slice(prefix.length)
}

/**
 * What the names of a server's tools begin with; other characters than these become an underscore.
 */
function prefixesOf(client: string, server: string): readonly string[] {
  const dashed = [
    server.replaceAll(/[^A-Za-z0-9_-]/g, '_'),
    server.replaceAll(/[^A-Za-z0-9_.-]/g, '_'),
    server.replaceAll(/[^A-Za-z0-9_]/g, '_'),
  ]
  const names = [...new Set(dashed)]
  const long = names.map((name) => `mcp__${name}__`)
  return client === 'gemini-cli' ? [...long, ...names.map((name) => `mcp_${name}_`)] : long
}
