// Tools by name, for a question that names a few of them, and the list of what an asker has. The registry of a
// running Gatehouse writes out the schemas of all tools when it is first asked; here it is one.
import { HERE, type ListedTool } from '../../../contract/call/tool-source.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { requiredProtections } from '../../../contract/call/manifest.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { failure } from '../../../contract/failure.ts'
import { err } from '../../../contract/result.ts'
import { z } from 'zod'
import type { KnownListing } from '../../../tools/known-listings.ts'
import { openForms } from '../../registry/forms.ts'
import { inputSchemaOf } from '../../registry/input-schema-of.ts'
import type { Registered, RegistryDeps, ToolFinder } from '../../registry/registry.ts'
import { gapsOf, isUncertain } from '../../registry/tool-listing.ts'
import { viewOf } from '../../registry/view-of.ts'
import { sha256 } from '../sha256.ts'

export type RegistryAtRest = ToolFinder

/** What the registry of a running Gatehouse would hold, as far as it was read. */
export type ToolsAtRest = {
  /** As lists show them. Asked where a list is needed. */
  readonly builtIn: () => readonly KnownListing[]
  /** Names that there is a question about. */
  readonly asked: readonly string[]
  /** Those of them that are there. */
  readonly tools: readonly ListedTool[]
  /** Why a name that no tool has is none; null: nobody knows it. */
  readonly broken: (name: string) => ListedTool['closed']
  /** All that are not built in, in the order of the registry; null: they were not read. */
  readonly outside: readonly ListedTool[] | null
}

export const asBuiltIn = (tool: AnyTool): ListedTool => ({
  tool,
  source: 'built-in',
  closed: null,
  trust: null,
  review: null,
})

/**
 * Told when more is asked than was read: a list where not all tools were, what only the whole knows, or which
 * protections hold.
 */
export type AskedMore = {
  readonly unlisted: () => void
  readonly beyond: () => void
  readonly protections: (ids: readonly string[]) => void
}

export function registryAtRest(
  { builtIn, asked, tools, broken, outside }: ToolsAtRest,
  availability: RegistryDeps['availability'],
  { unlisted, beyond, protections }: AskedMore,
): RegistryAtRest {
  const offered = new Map(tools.map((one) => [one.tool.manifest.name, one]))
  const open = new Map(
    tools
      .filter(({ closed }) => closed === null)
      .map((one) => [one.tool.manifest.name, entryOf(one)]),
  )
  const formFor = openForms<Registered>((entry, tool) => ({ ...entry, tool, ...described(tool) }))
  const listedFor = openForms<Listed>((entry, tool) => ({ ...entry, tool }))
  let all: readonly Listed[] | null = null
  /** One call asks three times for what its asker has. */
  const views = new WeakMap<Principal, readonly Listed[]>()
  return {
    get(name, asker) {
      const found = open.get(name)
      if (!asked.includes(name)) beyond()
      if (found === undefined || asker === undefined) return found ?? null
      return formFor(found, asker, availability(asker).granted)
    },
    closed(name) {
      const found = offered.get(name)
      return found === undefined ? broken(name) : found.closed
    },
    view(principal) {
      if (outside === null) {
        unlisted()
        return []
      }
      const before = views.get(principal)
      if (before !== undefined) return before
      all ??= [...builtIn().map(asListed), ...outside.filter(isOpen).map(inList)]
      const view = viewOf(all, principal, availability(principal), listedFor)
      views.set(principal, view)
      return view
    },
    lacks(manifest, principal) {
      const required = requiredProtections(manifest.requires)
      if (required.length > 0) protections(required)
      const { missing } = availability(principal)
      return gapsOf(manifest, missing).find((gap) => !isUncertain(gap)) ?? null
    },
  }
}

type Listed = { readonly tool: AnyTool; readonly listed: boolean }

const isOpen = ({ closed }: ListedTool): boolean => closed === null
const inList = ({ tool, listed }: ListedTool): Listed => ({ tool, listed: listed ?? true })

/** A built-in tool as far as a list shows it: who has which form of it follows from these two. */
const asListed = ({ manifest, inputSchema }: KnownListing): Listed => ({
  listed: true,
  tool: {
    manifest,
    inputSchema,
    requiredPowers: [],
    input: z.unknown(),
    action: () => null,
    touches: () => [],
    execute: async () => err(failure('tool.listed', `${manifest.name} is only listed here.`)),
  },
})

const entryOf = ({ tool, source, listed }: ListedTool): Registered => ({
  tool,
  ...described(tool),
  reviewed: tool.manifest.builtIn ? null : true,
  execution: HERE,
  source,
  listed: listed ?? true,
})

/** As the registry of a running Gatehouse describes it: leases are bound to the hash. */
function described(tool: AnyTool): Pick<Registered, 'definitionHash' | 'inputSchema'> {
  const inputSchema = inputSchemaOf(tool)
  const { manifest } = tool
  return {
    definitionHash: DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema }))),
    inputSchema,
  }
}
