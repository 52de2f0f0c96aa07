// What the gateway asks the registry about a tool that one of its clients names.
import { JsonObject, canonicalJson } from '../../../contract/json.ts'
import type { GatewayDeps } from '../../mcp/gateway/gateway.ts'
import type { Registry } from '../../registry/registry.ts'

export function gatewayTools(
  registry: Pick<Registry, 'view' | 'get'>,
  sha256: (text: string) => string,
): Pick<GatewayDeps, 'view' | 'keyOf' | 'isOfFiles' | 'isExternal'> {
  return {
    view: (principal) =>
      registry
        .view(principal)
        .map(({ tool, inputSchema }) => ({ manifest: tool.manifest, inputSchema })),
    keyOf(name, args) {
      const tool = registry.get(name)?.tool
      const parsed = tool?.input.safeParse(args)
      if (tool === undefined || parsed?.success !== true) return null
      return sha256(
        canonicalJson({
          tool: tool.manifest.name,
          action: tool.action(parsed.data),
          args: JsonObject.parse(parsed.data),
        }),
      )
    },
    isOfFiles(name) {
      const found = registry.get(name)
      return found?.source === 'built-in' && found.tool.manifest.category === 'fs'
    },
    isExternal: (name) => registry.get(name)?.source !== 'built-in',
  }
}
