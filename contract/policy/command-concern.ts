// Pure. Does a deny or confirm rule concern a line? Also where what it names is run by another
// program of the line.
import type { CommandDoubt } from '../call/command.ts'
import { concernsCommand, bareName, type SpokenCommand } from './command-spelling.ts'

/**
 * A part of a line, as far as rules that refuse look at it. `via`: what it is run by, outermost
 * first.
 */
export type SpokenPart = SpokenCommand & {
  readonly via: readonly string[]
  readonly opaque: boolean
  readonly doubts?: readonly CommandDoubt[] | undefined
}

/**
 * The pattern names a program (`rm`), whatever runs it, or one behind another (`sudo rm`). Where a
 * part only shows that it runs something, any of its words may begin what it runs.
 */
export const concernsLine = (pattern: string, parts: readonly SpokenPart[]): boolean => {
  const words = pattern.split(' ').filter((word) => word !== '')
  return parts.some((part) => concernsPart(words, part, part.via, parts))
}

function concernsPart(
  words: readonly string[],
  part: SpokenPart,
  via: readonly string[],
  parts: readonly SpokenPart[],
): boolean {
  if (concernsCommand(words.join(' '), part) || isWithin(words, part)) return true
  // `sudo -u root rm`: the words of the program in front, then those of what it runs.
  return words.some((_, at) => {
    if (at === 0) return false
    const [before, after] = [words.slice(0, at), words.slice(at)]
    const pipeline = via.findIndex(
      (each) => bareName(each.split(' ')[0] ?? '') === bareName(before[0] ?? ''),
    )
    if (pipeline < 0 || !parts.some((each) => concernsCommand(before.join(' '), each))) return false
    return concernsPart(after, part, via.slice(pipeline + 1), parts)
  })
}

/** In words of its own (`docker exec box rm`) or in a text (`python -c "…('rm')"`). */
function isWithin(pattern: readonly string[], part: SpokenPart): boolean {
  const [program = ''] = pattern
  const all = wordsWithin(part)
  return all.some(
    (word, at) =>
      bareName(word) === bareName(program) &&
      concernsCommand(pattern.join(' '), { words: all.slice(at) }),
  )
}

/**
 * What a part that shows only that it runs something may run, word by word, and what a program that
 * no table has may run; nothing of any other part.
 */
export const wordsWithin = ({
  words,
  later = [],
  opaque,
  doubts = [],
}: Omit<SpokenPart, 'via'>): readonly string[] => {
  const behind = [...words.slice(1), ...later].filter((word) => word !== '')
  if (opaque)
    return behind.flatMap((word) => word.split(/[^\w./+:=@-]+/)).filter((word) => word !== '')
  // Yarn has the registry's commands under the name of npm.
  const verb = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
  if (bareName(words[0] ?? '') === 'yarn' && words[verb] === 'npm')
    return [...words.slice(verb), ...later]
  // A program that no table has may be one that runs what its words say.
  return doubts.includes('program') ? behind : []
}
