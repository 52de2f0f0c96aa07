// What is carried along while a syntax tree is walked, and where its findings go.
import type { PartialPart } from './effects/partial-part.ts'
import type { Folders } from './folders.ts'
import type { Doubt } from './parse/reader.ts'
import type { Word } from './parse/words.ts'

/** Shared by the whole line, code inside of code included. */
export type Sheet = {
  readonly partials: PartialPart[]
  /** Which of these set a variable, and which make one known to every program that follows. */
  readonly assigned: Set<number>
  readonly exported: Set<number>
  /** Functions that the line defines. */
  readonly functions: Set<string>
  /** Variables whose value could be an expression that runs something when it is reckoned with. */
  readonly tainted: Set<string>
  /** Names that expressions look up, and where. */
  readonly reckoned: { readonly name: string; readonly text: string; readonly scope: Scope }[]
  /** What a stricter reading of its texts found. */
  readonly doubts: Set<Doubt>
  /** Words and characters read so far, those that are inside of others once more each time. */
  readonly spent: { words: number; characters: number }
  /** Reads a text as a shell line of its own. */
  readonly runText: (text: string, scope: Scope) => void
}

export type Scope = {
  readonly sheet: Sheet
  readonly via: readonly string[]
  /** Changes while the walk goes along the line. */
  folders: Folders
  /**
   * Variables that surely hold a number here, because the line itself set them to one. Changes
   * along the line, too.
   */
  numbers: ReadonlySet<string>
  /** The operators and groups on the way to where the walk is. Changes along the line, too. */
  joint: string
  /**
   * What the name of a loop around means, where the line says it. Changes while the walk goes
   * along the line, too.
   */
  loop: Loop | null
  /** What comes in by the pipe: names of files, where the program before is known to say such. */
  readonly feed: Feed | null
  /** How deep in code inside of code. */
  readonly depth: number
}

/** In the body of a loop the quoted name is one of these words, whatever else they are. */
export type Loop = { readonly name: string; readonly word: Word }

/** Names of what lies below a folder. `whole`: parted by a character that no name can hold. */
export type Feed = { readonly at: string; readonly whole: boolean }

export const through = (scope: Scope, ...via: readonly string[]): Scope => ({
  ...scope,
  via: [...scope.via, ...via],
})

/** A line with more parts is not read by a person, and is kept with every decision. */
export const MOST_PARTS = 400
/** Nothing that is found from here on changes what is said of the line. */
export const isFull = ({ sheet }: Scope): boolean => sheet.partials.length > MOST_PARTS

export function note(scope: Scope, partial: Omit<PartialPart, 'via' | 'folders' | 'joint'>): void {
  if (isFull(scope)) return
  scope.sheet.partials.push({
    ...partial,
    via: scope.via,
    folders: scope.folders,
    joint: scope.joint,
  })
}

/** Walks on below an operator or a group. */
export function joinedBy(scope: Scope, step: string, walk: () => void): void {
  const { joint } = scope
  scope.joint = [joint, step].filter((each) => each !== '').join(' ')
  walk()
  scope.joint = joint
}

/**
 * The words from the first one that is not known on: an option may be there. Nothing for what is
 * not known of a word.
 */
export function laterWords(words: readonly Word[]): readonly string[] | undefined {
  const first = words.findIndex(({ value, text }) => value === null || text.startsWith('~'))
  const later =
    first < 0
      ? []
      : words
          .slice(first)
          .map(({ value, prefix }) => value ?? (/^[-+:]/.test(prefix) ? prefix : ''))
  return later.some((word) => word !== '') ? later : undefined
}

/**
 * The words up to the first that is not known, and whether all of them are, and the same to every
 * shell.
 */
export function knownWords(words: readonly Word[]): { words: string[]; exact: boolean } {
  const known: string[] = []
  let exact = true
  for (const { value, text, plain } of words) {
    if (value === null || text.startsWith('~')) return { words: known, exact: false }
    exact &&= plain
    known.push(value)
  }
  return { words: known, exact }
}
