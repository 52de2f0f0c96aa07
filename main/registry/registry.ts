// Name → tool, and what each principal may see of it. Holds no policy of its own: the view is the
// gate's.
import { z } from 'zod'
import { DefinitionHash } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { ToolSetting } from '../../contract/policy/config.ts'
import type { Manifest, Requirement, ToolListing } from '../../contract/call/manifest.ts'
import type { ModelTool } from '../../contract/agent/model.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { AnyTool } from '../../contract/call/tool.ts'

export type Registered = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** Null for what is built in; from outside: a person has looked at it as it is now. */
  readonly reviewed: boolean | null
  /** `built-in`, or the server it comes from: `mcp:NAME`. */
  readonly source: string
  /** False: it stands in no list of tools. What it does is come to in another way. */
  readonly listed: boolean
}

/**
 * A tool from outside, as its source offers it now. `closed`: why it cannot be called, and what
 * would open it.
 */
export type External = {
  readonly tool: AnyTool
  readonly source: string
  readonly closed: { readonly what: string; readonly how: string } | null
  readonly trust: NonNullable<ToolListing['trust']>
  readonly review: NonNullable<ToolListing['review']>
  readonly listed?: false
}

export type Registry = {
  /** What can be called, by its exact name. Nothing closed. */
  get(name: string): Registered | null
  /** What the principal may see and call now. Shown and accepted are this one list. */
  view(principal: Principal): readonly Registered[]
  /** Whether the principal may have what this one does, which is in no list. */
  sees(principal: Principal, name: string): boolean
  modelTools(principal: Principal): readonly ModelTool[]
  /** Closed ones too, with what is missing. */
  listings(principal: Principal): readonly ToolListing[]
}

export type RegistryDeps = {
  readonly tools: readonly AnyTool[]
  /** What is offered from outside now. The same array is taken for the same offer. */
  readonly external: () => readonly External[]
  readonly sha256: (text: string) => string
  /**
   * How things stand for a principal. Asked once for a whole list, so that all of it is of one
   * moment.
   */
  readonly standing: (principal: Principal) => Standing
}

export type Standing = {
  /** Why the gate keeps a tool out of the principal's view now; null when it does not. */
  hiddenBy(manifest: Manifest): 'guard' | 'preset' | 'setting' | 'subagent' | null
  /** What the person set for a tool, by name. */
  setting(name: string): ToolSetting | null
  /** What is missing on this machine for a requirement, and how to get it; null when it is met. */
  missing(requirement: Requirement): { readonly what: string; readonly how: string } | null
}

type Entry = Registered &
  Pick<ToolListing, 'trust' | 'review'> & { readonly closed: External['closed'] }

/** Throws when two built-in tools carry one name: that is a mistake in the catalog. */
export function openRegistry({ tools, external, sha256, standing }: RegistryDeps): Registry {
  const enter = (tool: AnyTool, source: string, from: External | null): Entry => {
    const { manifest } = tool
    const inputSchema =
      tool.inputSchema ?? (z.toJSONSchema(tool.input, { io: 'input' }) as Record<string, unknown>)
    const definitionHash = DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema })))
    const closed = from?.closed ?? null
    const review = { trust: from?.trust ?? null, review: from?.review ?? null }
    return {
      tool,
      definitionHash,
      inputSchema,
      reviewed: manifest.builtIn ? null : closed === null,
      source,
      listed: from?.listed ?? true,
      closed,
      ...review,
    }
  }
  const builtIn = new Map<string, Entry>()
  for (const tool of tools) {
    if (builtIn.has(tool.manifest.name))
      throw new Error(`Two tools are named ${tool.manifest.name}.`)
    builtIn.set(tool.manifest.name, enter(tool, 'built-in', null))
  }

  let read: { readonly offer: readonly External[]; readonly byName: ReadonlyMap<string, Entry> } = {
    offer: [],
    byName: builtIn,
  }
  const byName = (): ReadonlyMap<string, Entry> => {
    const offer = external()
    if (offer === read.offer) return read.byName
    const all = new Map(builtIn)
    for (const each of offer) {
      const { tool, source } = each
      // A name that is taken stays with whoever had it: nothing from outside can stand in for
      // something else.
      if (!all.has(tool.manifest.name)) all.set(tool.manifest.name, enter(tool, source, each))
    }
    read = { offer, byName: all }
    return all
  }
  const open = (): readonly Entry[] =>
    [...byName().values()].filter(({ closed }) => closed === null)
  const view = (principal: Principal): readonly Registered[] => {
    const { hiddenBy } = standing(principal)
    return open().filter(({ tool, listed }) => listed && hiddenBy(tool.manifest) === null)
  }

  return {
    get: (name) => {
      const found = byName().get(name)
      return found === undefined || found.closed !== null ? null : found
    },
    view,
    sees(principal, name) {
      const found = byName().get(name)
      return (
        found !== undefined &&
        found.closed === null &&
        standing(principal).hiddenBy(found.tool.manifest) === null
      )
    },
    modelTools: (principal) =>
      view(principal).map(({ tool, inputSchema }) => ({
        name: tool.manifest.name,
        description: tool.manifest.description,
        inputSchema,
      })),
    listings(principal) {
      const { hiddenBy, setting, missing } = standing(principal)
      return [...byName().values()].map(({ tool, inputSchema, source, closed, trust, review }) => {
        const hidden = hiddenBy(tool.manifest)
        const gaps = [
          ...(closed === null ? [] : [closed]),
          ...tool.manifest.requires.map(missing).filter((gap) => gap !== null),
        ]
        return {
          name: tool.manifest.name,
          source,
          available: gaps.length === 0,
          missing: gaps,
          hiddenByGuard: hidden === 'guard',
          // Lists are for the person: what only sub-agents lack is no matter of theirs.
          hiddenBy: hidden === 'subagent' ? null : hidden,
          trust,
          review,
          setting: setting(tool.manifest.name),
          manifest: tool.manifest,
          inputSchema,
        }
      })
    },
  }
}
