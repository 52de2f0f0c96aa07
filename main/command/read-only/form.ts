// The notation in which the allow-list of read-only programs is written. Types only; `read.ts`
// reads it.

import type { Use } from '../effects/partial-part.ts'
import type { Word } from '../parse/words.ts'

/** What it reads. `repositories`: folders whose settings it heeds, where it heeds any. */
export type Reading = { readonly uses: readonly Use[]; readonly repositories: readonly Word[] }

/**
 * What may be where a value or an operand is expected.
 * text: anything, no path. number: digits with a sign and a unit. file: a path that is read. deep:
 * so is all below it. sed, awk, jq, format, setting, expression: a text of that language, checked
 * by `languages.ts`. Any other text is a list of choices with `|` between, of which the value has
 * to be one.
 */
export type Kind = string

/** One way to call a program in which it only reads. What is not written down here is not known. */
export type Form = {
  /**
   * Options with spaces between, each exactly as it is written on a line: a shortened long option
   * is not listed. `-a` takes no value · `-n:number` takes one, attached or as the next word ·
   * `--color?always|never` takes an attached one or none · `--arg&text` takes a name and a value as
   * the next two words · `--merged%text` takes the next word if there is one · `-#` is a number by
   * itself, as in `head -5`.
   */
  readonly options: string
  /** What every operand is; null: it takes none. */
  readonly operands: Kind | null
  /** What the first operand is, where that differs. */
  readonly first?: Kind
  /** Options that give what else the first operand would be. */
  readonly instead?: readonly string[]
  /**
   * Options that make it read everything below its operands, and the folder it runs in where it has
   * none.
   */
  readonly deepWith?: readonly string[]
  /** No more operands than these. */
  readonly most?: number
  /** One of these options has to be there. */
  readonly requiredOptions?: readonly string[]
  /**
   * Nothing that a word could turn out to be makes it do more than read: what only the shell knows
   * may be anywhere.
   */
  readonly anyWord?: true
  /** A word that begins with `-` is an operand like another. */
  readonly noOptions?: true
  /** The first word may be a bundle of options without a dash, as `tar tf`. */
  readonly oldBundle?: true
  /** The folder is a repository, and its settings may name programs. */
  readonly repository?: true
}

/**
 * Programs and the forms in which they only read; `verbs` by their first operand, which has to be
 * exact.
 */
export type Listed =
  | readonly Form[]
  | {
      readonly options: string
      readonly verbs: Readonly<Record<string, Listed>>
      readonly alone?: readonly Form[]
    }

export type Family = Readonly<Record<string, Listed>>
