// Name → tool, and what each principal may see of it. Holds no policy of its own: the view is the
// gate's.
import { DefinitionHash, SessionId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { Gap, Manifest, ToolListing } from '../../contract/call/manifest.ts'
import {
  HERE,
  type Execution,
  type ListedTool,
  type ToolSource,
} from '../../contract/call/tool-source.ts'
import type { ModelTool } from '../../contract/agent/model.ts'
import type { Principal } from '../../contract/call/principal.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { openForms } from './forms.ts'
import { inputSchemaOf } from './input-schema-of.ts'
import { gapsOf, isUncertain, toolListing, type Availability } from './tool-listing.ts'
import { beyondThePlace, viewOf } from './view-of.ts'

export type Registered = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** Null for what is built in; from outside: a person has looked at it as it is now. */
  readonly reviewed: boolean | null
  readonly execution: Execution
  /** `built-in`, or the server it comes from: `mcp:NAME`. */
  readonly source: string
  /** False: it is in no list of tools. What it does is come to differently. */
  readonly listed: boolean
}

export type Registry = {
  /**
   * What can be called, by its exact name. Nothing closed. `asker`: also what a source has for this
   * asker alone, and in the form that this asker has it.
   */
  get(name: string, asker?: Principal): Registered | null
  /** Why a tool that is offered, or is broken, cannot be called; null: it can, or nobody has it. */
  closed(name: string): ListedTool['closed']
  /** A tool that an agent runs itself, no matter who asks. */
  leftToClient(name: string): Registered | null
  /**
   * What the principal may see and call now: nothing hidden, nothing that lacks what it requires
   * here. Shown and accepted are this one list. That the workspace or the sandbox is missing hides
   * nothing: it passes, and the call says so with the reason.
   */
  view(principal: Principal): readonly Registered[]
  /** Whether the principal may have what this one does, which is in no list. */
  sees(principal: Principal, name: string): boolean
  /** What a tool lacks here for sure, so that it cannot work; null: nothing. */
  lacks(manifest: Manifest, principal: Principal): Gap | null
  modelTools(principal: Principal): readonly ModelTool[]
  /** Tools that lack something other than a workspace or a sandbox, of which more is said elsewhere. */
  lacking(): readonly Pick<ToolListing, 'name' | 'missing'>[]
  /** Closed ones too, with what is missing. */
  listings(principal: Principal): readonly ToolListing[]
}

/** What finds the tool of a call, and names the others where there is none. */
export type ToolFinder = Pick<Registry, 'get' | 'lacks' | 'closed'> & {
  view(principal: Principal): readonly Pick<Registered, 'tool'>[]
}

export type RegistryDeps = {
  /** A name that two sources offer belongs to the first; the built-in tools come first. */
  readonly sources: readonly ToolSource[]
  readonly sha256: (text: string) => string
  /**
   * How things are for a principal. Asked once for a whole list, so that all of it is of one
   * moment.
   */
  readonly availability: (principal: Principal) => Availability
}

type Entry = Registered &
  Pick<ToolListing, 'trust' | 'review'> & { readonly closed: ListedTool['closed'] }

const asOffered = ({ tool, source, closed, trust, review, listed }: Entry): ListedTool => ({
  tool,
  source,
  closed,
  trust,
  review,
  ...(listed ? {} : { listed: false }),
})

/** What is missing on a machine is so for everybody. */
const NOBODY: Principal = {
  kind: 'person',
  name: 'nobody',
  session: SessionId.parse('ses_00000000'),
}

/**
 * The tools that are built in, as the first source.
 * @param tools as they are set up now; the same array while nothing about them is another.
 * @param schemas by name, of those whose JSON Schema is written down.
 */
export function builtInSource(
  tools: () => readonly AnyTool[],
  schemas: () => ReadonlyMap<string, ToolListing['inputSchema']> = () => new Map(),
): Extract<ToolSource, { kind: 'listed' }> {
  let offer: readonly ListedTool[] = []
  let from: readonly AnyTool[] | null = null
  const offered = (): readonly ListedTool[] => {
    const now = tools()
    if (now === from) return offer
    from = now
    offer = now.map((tool) => ({
      tool,
      source: 'built-in',
      closed: null,
      trust: null,
      review: null,
      writtenSchema: () => schemas().get(tool.manifest.name),
    }))
    return offer
  }
  return { kind: 'listed', execution: HERE, offered }
}

function brokenIn(
  sources: readonly Extract<ToolSource, { kind: 'listed' }>[],
  name: string,
): ListedTool['closed'] {
  for (const { broken } of sources) {
    const why = broken?.(name) ?? null
    if (why !== null) return why
  }
  return null
}

/** Throws when the first source offers a name twice: that is a mistake in the catalog. */
export function openRegistry({ sources, sha256, availability }: RegistryDeps): Registry {
  const listing = sources.filter((source) => source.kind === 'listed')
  const naming = sources.filter((source) => source.kind === 'named')

  const enter = (offered: ListedTool, execution: Execution): Entry => {
    const { tool, source, closed, trust, review } = offered
    const { manifest } = tool
    const inputSchema = offered.writtenSchema?.() ?? inputSchemaOf(tool)
    const definitionHash = DefinitionHash.parse(sha256(canonicalJson({ manifest, inputSchema })))
    return {
      tool,
      definitionHash,
      inputSchema,
      reviewed: manifest.builtIn ? null : closed === null,
      source,
      execution,
      listed: offered.listed ?? true,
      closed,
      trust,
      review,
    }
  }

  const first = listing[0]?.offered().map(({ tool }) => tool.manifest.name) ?? []
  const twice = first.find((name, at) => first.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Two tools are named ${twice}.`)

  /** What each source offered when it was last read, and its tools as entries. */
  const readings = listing.map((source) => ({
    source,
    offer: null as readonly ListedTool[] | null,
    entries: [] as readonly Entry[],
  }))
  let known: ReadonlyMap<string, Entry> = new Map()
  const byName = (): ReadonlyMap<string, Entry> => {
    let changed = false
    for (const reading of readings) {
      const offer = reading.source.offered()
      if (reading.offer === offer) continue
      reading.entries = offer.map((each) => enter(each, reading.source.execution))
      reading.offer = offer
      changed = true
    }
    if (!changed) return known
    const all = new Map<string, Entry>()
    for (const { entries } of readings)
      for (const entry of entries) {
        const { name } = entry.tool.manifest
        // A name that is taken stays with its first source: nothing from outside can replace
        // another tool.
        if (!all.has(name)) all.set(name, entry)
      }
    known = all
    return all
  }

  const named = (name: string, asker: Principal | null): Registered | null => {
    for (const source of naming) {
      const found = asker === null || source.serves(asker) ? source.find(name) : null
      if (found !== null) return { ...found, inputSchema: {}, reviewed: true, listed: false }
    }
    return null
  }
  const open = (): readonly Entry[] =>
    [...byName().values()].filter(({ closed }) => closed === null)
  const formFor = openForms<Entry>((entry, tool) => ({
    ...enter({ ...asOffered(entry), tool }, entry.execution),
    reviewed: entry.reviewed,
  }))
  const view = (principal: Principal): readonly Registered[] =>
    viewOf(open(), principal, availability(principal), formFor)

  return {
    get(name, asker) {
      const own = asker === undefined ? null : named(name, asker)
      if (own !== null) return own
      const found = byName().get(name)
      if (found === undefined || found.closed !== null) return null
      return asker === undefined ? found : formFor(found, asker, availability(asker).granted)
    },
    closed(name) {
      const found = byName().get(name)
      return found === undefined ? brokenIn(listing, name) : found.closed
    },
    leftToClient(name) {
      const found = named(name, null)
      return found?.execution.kind === 'client' ? found : null
    },
    view,
    sees(principal, name) {
      const found = byName().get(name)
      return (
        found !== undefined &&
        found.closed === null &&
        availability(principal).hiddenBy(found.tool.manifest) === null
      )
    },
    lacks(manifest, principal) {
      if (manifest.requires.length === 0) return null
      const { missing } = availability(principal)
      return gapsOf(manifest, missing).find((gap) => !isUncertain(gap)) ?? null
    },
    modelTools: (principal) =>
      view(principal).map(({ tool, inputSchema }) => ({
        name: tool.manifest.name,
        description: tool.manifest.description,
        inputSchema,
      })),
    lacking() {
      const { missing } = availability(NOBODY)
      return [...byName().values()].flatMap(({ tool: { manifest } }) => {
        const gaps = gapsOf(beyondThePlace(manifest), missing)
        return gaps.length === 0 ? [] : [{ name: manifest.name, missing: [...gaps] }]
      })
    },
    listings(principal) {
      const now = availability(principal)
      return [...byName().values()].map(({ tool: { manifest }, ...entry }) =>
        toolListing({ manifest, ...entry }, now),
      )
    },
  }
}
