// The agents' own tools that come by a hook, as a source of the registry: found by name, for
// clients only, and left to the client once they are allowed.
import type { ClientConfig } from '../../../contract/server/server.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { LeftToClient, NamedTool, ToolSource } from '../../../contract/call/tool-source.ts'
import type { CanonicalTouch, Zone } from '../../../contract/call/touch.ts'
import { nativeTool } from './native-tool.ts'

export type HookToolSourceDeps = {
  /** Folders that count as the workspace for this client: the person listed them. */
  readonly folders: (client: string) => ClientConfig['folders']
  /** The zone of a real path when this folder is the workspace; null where it leads nowhere. */
  readonly zoneIn: (folder: string, path: string) => Promise<Zone | null>
  readonly sha256: (text: string) => string
}

/** Names are kept up to this number: an agent can call a tool whatever it likes. */
const MOST_NAMES = 1_000

export function hookToolSource({ folders, zoneIn, sha256 }: HookToolSourceDeps): ToolSource {
  const known = new Map<string, NamedTool>()

  /** In one of the asker's own folders it counts as inside; the STOP list stays what it is. */
  const zoned: LeftToClient['zoned'] = async (touch, asker): Promise<CanonicalTouch> => {
    if (asker.kind !== 'mcp-client' || !('zone' in touch) || touch.zone !== 'outside') return touch
    const path = touch.kind === 'proc.run' ? touch.cwd : touch.path
    for (const folder of folders(asker.name)) {
      if ((await zoneIn(folder, path)) === 'workspace') return { ...touch, zone: 'workspace' }
    }
    return touch
  }

  return {
    kind: 'named',
    serves: ({ kind }) => kind === 'mcp-client',
    find(name) {
      const before = known.get(name)
      if (before !== undefined) return before
      const native = nativeTool(name)
      if (native === null) return null
      const { agent, tool } = native
      const found: NamedTool = {
        tool,
        definitionHash: DefinitionHash.parse(sha256(canonicalJson(tool.manifest))),
        source: `hook:${agent}`,
        execution: { kind: 'client', agent, zoned },
      }
      if (known.size >= MOST_NAMES) known.clear()
      known.set(name, found)
      return found
    },
  }
}
