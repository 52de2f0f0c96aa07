// What is known of a part of a line before its paths are looked up.
import type { CommandEffect } from '../../../contract/call/command.ts'
import type { Folders } from '../folders.ts'
import type { Word, WordPath } from '../parse/words.ts'

/**
 * read: its content is looked at. deep: so is everything below it. write: it is made, changed or
 * removed. named: a word names it, whatever is done with it; what counts is only whether the place
 * is closed. A path of null is known only while the line runs.
 */
export type Use = {
  readonly how: 'read' | 'deep' | 'write' | 'named'
  readonly path: WordPath | null
}

export type PartialPart = {
  readonly text: string
  readonly words: readonly string[]
  readonly opaque: boolean
  readonly exact: boolean
  readonly via: readonly string[]
  readonly effects: readonly CommandEffect[]
  readonly uses: readonly Use[]
  readonly joint: string
  /** The folders it may run in. */
  readonly folders: Folders
  /**
   * The allow-list of what only reads does not have it: the program, or the form it is called in.
   * Without another effect it is unknown. Left out for what is no program: assignments,
   * redirections.
   */
  readonly unlisted?: 'program' | 'form' | undefined
  /** Folders whose repository may name programs in its settings. */
  readonly repositories?: readonly (WordPath | null)[] | undefined
  /** Known words behind the first one that is not. */
  readonly later?: readonly string[] | undefined
  /** Patterns that may match a closed place. */
  readonly closed?: readonly string[] | undefined
}

/** What one simple command does, as far as its own words tell. */
export type Verdict = {
  readonly effects: readonly CommandEffect[]
  readonly uses: readonly Use[]
  readonly opaque: boolean
}

export const harmless: Verdict = { effects: [], uses: [], opaque: false }
export const hidden: Verdict = { effects: ['unknown'], uses: [], opaque: true }
export const does = (...effects: readonly CommandEffect[]): Verdict => ({
  effects,
  uses: [],
  opaque: false,
})
export const together = (...verdicts: readonly Verdict[]): Verdict => ({
  effects: verdicts.flatMap(({ effects }) => effects),
  uses: verdicts.flatMap(({ uses }) => uses),
  opaque: verdicts.some(({ opaque }) => opaque),
})
export const using = (how: Use['how'], words: readonly Word[]): Verdict => ({
  effects: [],
  uses: words.map(({ path }) => ({ how, path })),
  opaque: false,
})

/** A single text is shown and kept with every decision: a very long one is cut. */
const LONGEST_TEXT = 1_000
export const cut = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text
