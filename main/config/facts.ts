// What the check of a configuration has to know from outside. It knows no tool, host list or clock of
// its own.
import type { KnownTool } from '../../contract/call/manifest.ts'
import type { PluginFoldersIn } from './plugin-files.ts'

export type PolicyFacts = {
  readonly tools: readonly KnownTool[]
  /**
   * The own tool of another agent, as its hook names it: which ones an agent has is not known here.
   */
  readonly isAgentTool?: (name: string) => boolean
  /**
   * Whether there is a plugin of this name, in either folder or in the one of the built-in ones only.
   * Left out where nobody knows of folders.
   */
  readonly hasPlugin?: (name: string, settings: PluginFoldersIn, only?: 'built-in') => boolean
  /** Names of the rules that find secrets. */
  readonly redactionRules: readonly string[]
  /** Patterns of names, read as the gate reads them. */
  readonly matchName: (glob: string, name: string) => boolean
  /** Whether a path pattern writes out a protected file, or a folder of them. */
  readonly namesGuarded: (glob: string) => boolean
  /** Strangers share this ending: `com`, `co.uk`, `github.io`. */
  readonly isPublicSuffix: (host: string) => boolean
  /** A name of the public internet: no address, nothing of this machine or its network. */
  readonly isPublicName: (host: string) => boolean
  /**
   * Why a folder, as the file names it, cannot be the workspace; null when it can. Left out where
   * nobody knows of folders.
   */
  readonly workspaceProblem?: (
    chosen: string,
  ) => { readonly text: string; readonly hint: string } | null
  /** Epoch milliseconds. */
  readonly now: () => number
}
