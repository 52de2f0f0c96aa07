// Pure. Whether a deny or confirm rule is about a command line, also where another program of the line
// runs what the rule names.
import type { CommandDoubt } from '../call/command.ts'
import { bareName, namesFor } from './command-names.ts'
import { concernsCommand } from './command-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'
import { mayBeHeldBy } from './text-concern.ts'

/**
 * A part of a line, as far as rules that refuse look at it. `via`: what it is run by, outermost
 * first.
 */
export type SpokenPart = SpokenCommand & {
  readonly via: readonly string[]
  readonly opaque: boolean
  readonly exact?: boolean
  readonly doubts?: readonly CommandDoubt[] | undefined
  readonly effects?: readonly string[] | undefined
}

/**
 * The pattern names a program (`rm`), whatever runs it, or one behind another (`sudo rm`). Where a
 * part only shows that it runs something, any of its words may begin what it runs.
 */
export const concernsLine = (pattern: string, parts: readonly SpokenPart[]): boolean => {
  const words = pattern.split(' ').filter((word) => word !== '')
  return parts.some((part) => concernsPart(words, part, part.via, parts))
}

/**
 * Whether a word that only the shell can know may make it what the pattern names, or a text of the line
 * may be run as that. Nothing else of the pattern may be missing: of a program that is not known nothing
 * is said here.
 */
export const mayConcernLine = (
  pattern: string,
  parts: readonly SpokenPart[],
  line: string | null,
): boolean => {
  const words = pattern.split(' ').filter((word) => word !== '')
  return (
    parts.some(
      (part) =>
        part.exact === false &&
        concernsPart(words, { ...part, later: part.later ?? [''] }, part.via, parts, 'unsure'),
    ) || mayBeHeldBy(words, parts, line)
  )
}

function concernsPart(
  words: readonly string[],
  part: SpokenPart,
  via: readonly string[],
  parts: readonly SpokenPart[],
  unsure: 'unsure' | null = null,
): boolean {
  if (concernsCommand(words.join(' '), part, unsure) || isWithin(words, part)) return true
  // `sudo -u root rm`: the words of the program in front, then those of what it runs.
  return words.some((_, at) => {
    if (at === 0) return false
    const [before, after] = [words.slice(0, at), words.slice(at)]
    const pipeline = via.findIndex(
      (each) => bareName(each.split(' ')[0] ?? '') === bareName(before[0] ?? ''),
    )
    if (pipeline < 0 || !parts.some((each) => concernsCommand(before.join(' '), each))) return false
    return concernsPart(after, part, via.slice(pipeline + 1), parts, unsure)
  })
}

/** In words of its own (`docker exec box rm`) or in a text (`python -c "…('rm')"`). */
function isWithin(pattern: readonly string[], part: SpokenPart): boolean {
  const [program = ''] = pattern
  const all = wordsWithin(part)
  return all.some(
    (word, at) =>
      namesFor(unversioned(word)).includes(bareName(program)) &&
      concernsCommand(pattern.join(' '), { words: [unversioned(word), ...all.slice(at + 1)] }),
  )
}

/** A package is named with a version: `npm@latest`. */
const unversioned = (word: string): string => bareName(word).replace(/(?<=.)@.*$/s, '')

/** They run a text that is one of their words. */
const RUNS_TEXT: ReadonlySet<string> = new Set(['sg', 'capsh', 'perf'])

/** They have another program's commands below its name. */
const HAS_WITHIN: ReadonlyMap<string, readonly string[]> = new Map([
  ['yarn', ['npm']],
  ['pnpm', ['npm']],
  ['corepack', ['npm', 'npx', 'yarn', 'pnpm']],
  ['microk8s', ['kubectl', 'helm', 'helm3']],
  ['minikube', ['kubectl']],
  ['k3s', ['kubectl', 'ctr', 'crictl']],
  ['k0s', ['kubectl']],
  ['rke2', ['kubectl']],
])

/** Every word of their texts, also one that an option has behind its `=`. */
const split = (texts: readonly string[]): readonly string[] =>
  texts
    .flatMap((text) => text.split(/[^\w./+:=@-]+/))
    .flatMap((word) => [
      word,
      ...[...word.matchAll(/=/g)].map(({ index }) => word.slice(index + 1)),
    ])
    .filter((word) => word !== '')

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
  const [program = ''] = words
  const behind = (): readonly string[] =>
    [...words.slice(1), ...later].filter((word) => word !== '')
  // The option of a shell that another program starts.
  if (program.startsWith('-')) return split([...words, ...later])
  // A variable that names a program, such as a pager.
  if (opaque && /^\w+=/.test(program)) return split([...words, ...later])
  const bare = bareName(program)
  if (opaque || RUNS_TEXT.has(bare)) return split(behind())
  const within = HAS_WITHIN.get(bare)
  if (within !== undefined) {
    const verb = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
    if (within.includes(words[verb] ?? ''))
      return [...words.slice(verb), ...later].filter((word) => word !== '--')
  }
  // A program that no table has may be one that runs what its words say.
  return doubts.includes('program') ? behind() : []
}
