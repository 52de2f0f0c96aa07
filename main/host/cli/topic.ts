// A topic of the command line: what its commands share, and where they are.
import type { Command } from './command.ts'

export type Topic = {
  /** The first word of its commands. */
  readonly name: string
  /** What its commands are about: a few words, no full stop. */
  readonly summary: string
  /**
   * What follows the first word, in the order of the help, which shows them without loading the
   * commands. Left out of a topic that is one command.
   */
  readonly verbs?: readonly string[]
  readonly load: () => Promise<readonly Command[]>
}

export type Group = { readonly title: string; readonly topics: readonly Topic[] }
