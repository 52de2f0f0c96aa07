// Pure. What the words of an approval or a rule cover of a command line. What is covered runs
// without anybody asked, so a part counts only where it is exact: its words are then what will run,
// whichever shell reads them.
import type { CommandPattern } from '../../../contract/policy/command-pattern.ts'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'

/** It begins with these words, and what else it has is known, or said to vary. */
export const coversPart = ({ words, varies }: CommandPattern, part: CommandPart): boolean =>
  part.words.length > 0 && (part.exact || varies) && begins(words, part.words)

const begins = (prefix: readonly string[], words: readonly string[]): boolean =>
  prefix.every((word, at) => words[at] === word)

/**
 * Each part of the line by some pattern, whatever the order: a list of commands that are each
 * harmless.
 */
export const coversLine = (
  patterns: readonly CommandPattern[],
  { parts = [] }: CanonicalTouchOf<'proc.run'>,
): boolean =>
  parts.length > 0 && parts.every((part) => patterns.some((pattern) => coversPart(pattern, part)))

/**
 * The parts in their order, each by its pattern, none more and none less, in the folder and joined
 * as those of a line that was shown.
 */
export const coversAsShown = (
  patterns: readonly CommandPattern[],
  shown: readonly CanonicalTouchOf<'proc.run'>[],
  touch: CanonicalTouchOf<'proc.run'>,
): boolean => {
  const { parts = [] } = touch
  const inOrder = parts.every((part, at) => {
    const pattern = patterns[at]
    return pattern !== undefined && coversPart(pattern, part)
  })
  return parts.length > 0 && parts.length === patterns.length && inOrder && isShapedAs(shown, touch)
}

/**
 * As `coversAsShown`, for a scope that says of each part whether further words may follow: a part
 * that may not vary is the same word for word.
 */
export const coversParts = (
  scope: readonly PartScope[],
  shown: readonly CanonicalTouchOf<'proc.run'>[],
  touch: CanonicalTouchOf<'proc.run'>,
): boolean => {
  const { parts = [] } = touch
  return (
    parts.length === scope.length &&
    parts.every((part, at) => coversScoped(scope[at], part)) &&
    shown.some((line) => isJoinedAlike(line, touch))
  )
}

/** One part of a line in a scope: its first words, and whether more may follow. */
export type PartScope = { readonly words: readonly string[]; readonly more: boolean }

const coversScoped = (
  scope: PartScope | undefined,
  { words, exact, opaque }: CommandPart,
): boolean =>
  scope !== undefined &&
  exact &&
  !(scope.more && opaque) &&
  (scope.more ? words.length >= scope.words.length : words.length === scope.words.length) &&
  begins(scope.words, words)

/**
 * Limits from before the line was kept with them mean a line without operators, groups and
 * wrappers.
 */
const isShapedAs = (
  shown: readonly CanonicalTouchOf<'proc.run'>[],
  touch: CanonicalTouchOf<'proc.run'>,
): boolean =>
  shown.length === 0
    ? (touch.parts ?? []).every(({ via, joint = '' }) => via.length === 0 && joint === '')
    : shown.some((line) => isJoinedAlike(line, touch))

/**
 * What is between the parts, around them and before them is the same: only their words may
 * differ.
 */
const isJoinedAlike = (a: CanonicalTouchOf<'proc.run'>, b: CanonicalTouchOf<'proc.run'>): boolean =>
  a.cwd === b.cwd && shapeOf(a) === shapeOf(b)

const shapeOf = ({ parts = [] }: CanonicalTouchOf<'proc.run'>): string =>
  JSON.stringify(parts.map(({ via, joint = '' }) => [joint, ...via]))

/** Nothing in the line is left for the shell to decide. */
export const isExact = ({ parts = [] }: CanonicalTouchOf<'proc.run'>): boolean =>
  parts.length > 0 && parts.every(({ exact }) => exact)

/**
 * The same programs with the same words, by the same way. What they would do is judged again each
 * time.
 */
export const sameParts = (
  a: readonly CommandPart[] = [],
  b: readonly CommandPart[] = [],
): boolean => a.length === b.length && a.every((part, at) => isSame(part, b[at] as CommandPart))

const isSame = (a: CommandPart, b: CommandPart): boolean =>
  a.text === b.text &&
  a.words.join('\0') === b.words.join('\0') &&
  a.via.join('\0') === b.via.join('\0')
