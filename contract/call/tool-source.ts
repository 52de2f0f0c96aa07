// Where the tools of the registry come from, and who runs what was allowed. Built-in tools, MCP
// servers, plugins and other agents' own tools all have this shape.
import type { DefinitionHash } from '../ids.ts'
import type { ToolListing } from './manifest.ts'
import type { Principal } from './principal.ts'
import type { AnyTool } from './tool.ts'
import type { CanonicalTouch } from './touch.ts'

/**
 * Who runs an allowed call. `here`: Gatehouse, with the powers that the tool declares. `client`: the
 * agent that asked runs it itself, so Gatehouse hands out no power, keeps nothing for undo and
 * rehearses nothing.
 */
export type Execution = { readonly kind: 'here' } | LeftToClient

export type LeftToClient = {
  readonly kind: 'client'
  /** Named in the journal as the one that ran it. */
  readonly agent: string
  /** The touch with the zone that it has for this asker. */
  zoned(touch: CanonicalTouch, asker: Principal): Promise<CanonicalTouch>
}

export const HERE: Execution = { kind: 'here' }

/** A tool as its source offers it now, for lists. `closed`: why it cannot be called, and a remedy. */
export type ListedTool = {
  readonly tool: AnyTool
  /** `built-in`, the server it comes from: `mcp:NAME`, or the plugin that it is: `plugin:NAME`. */
  readonly source: string
  /** `code`: what a call of it fails with; left out, as where there is no such tool. */
  readonly closed: { readonly what: string; readonly how: string; readonly code?: string } | null
  readonly trust: ToolListing['trust']
  readonly review: ToolListing['review']
  /** False: it is in no list of tools. */
  readonly listed?: false
  /** What `tool` takes, where that is written down; left out, it is made from the tool, which takes longer. */
  readonly writtenSchema?: () => ToolListing['inputSchema'] | undefined
}

/** A tool that is made when its name is called. */
export type NamedTool = {
  readonly tool: AnyTool
  readonly definitionHash: DefinitionHash
  readonly source: string
  readonly execution: Execution
}

/**
 * `listed`: its tools are in lists and can be called by everybody who sees them; the same array
 * means the same offer. `named`: its tools are in no list, and exist only for the askers that it
 * serves.
 */
export type ToolSource =
  | {
      readonly kind: 'listed'
      readonly execution: Execution
      readonly offered: () => readonly ListedTool[]
      /** Why a name that it knows is no tool: what should describe it is broken. Null: it knows none. */
      readonly broken?: (name: string) => ListedTool['closed']
    }
  | {
      readonly kind: 'named'
      readonly serves: (asker: Principal) => boolean
      readonly find: (name: string) => NamedTool | null
    }
