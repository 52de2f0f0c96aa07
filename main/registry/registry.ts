// Name → tool, and what each principal may see of it. Holds no policy of its own: the view is the gate's.
import { z } from 'zod'
import { DefinitionHash } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Manifest, Requirement, ToolListing } from '../../contract/manifest.ts'
import type { ModelTool } from '../../contract/model.ts'
import type { Principal } from '../../contract/principal.ts'
import type { AnyTool } from '../../contract/tool.ts'

export type Registered = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export type Registry = {
  readonly all: readonly Registered[]
  get(name: string): Registered | null
  /** What the principal may see and call now. Shown and accepted are this one list. */
  view(principal: Principal): readonly Registered[]
  modelTools(principal: Principal): readonly ModelTool[]
  listings(principal: Principal): readonly ToolListing[]
}

export type RegistryNeeds = {
  readonly tools: readonly AnyTool[]
  readonly sha256: (text: string) => string
  /** Why the gate keeps a tool out of a principal's view now; null when it does not. */
  readonly hiddenBy: (manifest: Manifest, principal: Principal) => string | null
  /** What is missing on this machine for a requirement, and how to get it; null when it is met. */
  readonly missing: (requirement: Requirement) => { readonly what: string; readonly how: string } | null
}

/** Throws when two tools carry one name or one capability id: that is a mistake in the catalog. */
export function openRegistry({ tools, sha256, hiddenBy, missing }: RegistryNeeds): Registry {
  const byName = new Map<string, Registered>()
  for (const tool of tools) {
    const { manifest } = tool
    if (byName.has(manifest.name)) throw new Error(`Two tools are named ${manifest.name}.`)
    const inputSchema = z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>
    const definitionHash = DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema })))
    byName.set(manifest.name, { tool, definitionHash, inputSchema })
  }
  const all = [...byName.values()]
  const view = (principal: Principal): readonly Registered[] => all.filter(({ tool }) => hiddenBy(tool.manifest, principal) === null)

  return {
    all,
    get: (name) => byName.get(name) ?? null,
    view,
    modelTools: (principal) =>
      view(principal).map(({ tool, inputSchema }) => ({
        name: tool.manifest.name,
        description: tool.manifest.description,
        inputSchema,
      })),
    listings: (principal) =>
      all.map(({ tool, inputSchema }) => {
        const gaps = tool.manifest.requires.map(missing).filter((gap) => gap !== null)
        return {
          name: tool.manifest.name,
          source: 'built-in' as const,
          available: gaps.length === 0,
          missing: gaps,
          hiddenByGuard: hiddenBy(tool.manifest, principal) === 'guard',
          manifest: tool.manifest,
          inputSchema,
        }
      }),
  }
}
