// Pure. How deny and confirm rules see a command: options count wherever they are and however they
// are written. Shared by the gate, which compares, and by the window and the command line, which
// say what is compared.
import { ANY_ORDER, AROUND_VERBS, GLOBAL, SAME, SAME_VERBS } from './command-tables.ts'
import { bareName, namesFor, otherNamesOf } from './command-names.ts'
import { otherForms } from './other-forms.ts'
import type { SpokenCommand } from './spoken-command.ts'

/** Programs that take the beginning of a verb for the verb. */
const SHORTENS: ReadonlySet<string> = new Set(['npm', 'gem', 'bundle', 'composer', 'hg', 'fossil'])

/** A resource may have its name behind its kind: `pod/x`. A task may have its project before it: `:a:publish`. */
const plainVerb = (program: string, word: string): string =>
  program === 'kubectl'
    ? word.replace(/\/.*$/s, '')
    : /^gradlew?$/.test(program)
      ? word.replace(/^.*:/s, '')
      : word

const isVerb = (program: string, verb: string, given: string): boolean => {
  const word = plainVerb(program, given).toLowerCase()
  return (
    word === verb.toLowerCase() ||
    (SHORTENS.has(program) && word.length >= 2 && verb.startsWith(word)) ||
    (SAME_VERBS.get(program) ?? []).some((group) => group.includes(verb) && group.includes(word))
  )
}

/**
 * Does a deny or confirm rule for `pattern` concern this command? The program and the verbs have to
 * be there in their order, options of the program itself left out. Every option of the pattern has
 * to be somewhere, in any of its spellings. `unsure`: a word that is not known may be any of them.
 */
export function concernsCommand(
  pattern: string,
  spoken: SpokenCommand,
  unsure: 'unsure' | null = null,
): boolean {
  return [spoken, ...otherForms(spoken)].some((each) => concerns(pattern, each, unsure !== null))
}

function concerns(pattern: string, { words, later = [] }: SpokenCommand, unsure: boolean): boolean {
  // What ends the options of a command says nothing about it.
  const [program = '', ...rest] = pattern.split(' ').filter((word) => word !== '' && word !== '--')
  const name = bareName(program)
  if (!namesFor(bareName(words[0] ?? '')).includes(name)) return false
  const firstOption = rest.findIndex(isOption)
  const verbs = firstOption < 0 ? rest : rest.slice(0, firstOption)
  const all = [...words.slice(1), ...later]
  if (!hasVerbs(name, verbs, all, unsure)) return false
  const key = [name, verbs[0]].filter((word) => word !== undefined).join(' ')
  return (firstOption < 0 ? [] : rest.slice(firstOption)).every((wanted) =>
    isOption(wanted)
      ? hasOption(key, wanted, all) || (unsure && mayHaveOption(all))
      : all.some((word) => (unsure && word === '') || isValue(wanted, word)),
  )
}

/** By itself, behind `=`, or at the end of letters that are bundled (`-sXPOST`). */
function isValue(wanted: string, word: string): boolean {
  const [value, given] = [wanted.toLowerCase(), word.toLowerCase()]
  return (
    given === value ||
    given.endsWith(`=${value}`) ||
    (/^-[a-z]/.test(given) && given.slice(2).endsWith(value))
  )
}

/** Whether a word that is known only while the line runs may be an option. */
function mayHaveOption(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === '' || word === '-')
}

const isOption = (word: string): boolean => /^[-+]./.test(word)

function hasVerbs(
  program: string,
  verbs: readonly string[],
  words: readonly string[],
  unsure: boolean,
): boolean {
  const known = GLOBAL.get(program)
  let at = 0
  let mayBeValue = false
  let nextIsValue = false
  for (const word of words) {
    if (at === verbs.length || (unsure && word === '')) return true
    // What is not known may be an option with its value, or several words.
    if (word === '') mayBeValue = true
    if (word === '' || nextIsValue) nextIsValue = false
    else if (isOption(word)) {
      // Before the verb the program's own options; behind it any that is not known may take the
      // next word.
      nextIsValue = at === 0 && known?.valued.includes(word) === true
      mayBeValue =
        !nextIsValue && !word.includes('=') && !(at === 0 && known?.flags.includes(word) === true)
      continue
    } else if (isVerb(program, verbs[at] ?? '', word)) at++
    else if (ANY_ORDER.has(program) || AROUND_VERBS.get(program)?.includes(word) === true) continue
    else if (!mayBeValue) return false
    mayBeValue = word === ''
  }
  return at === verbs.length
}

function hasOption(key: string, wanted: string, words: readonly string[]): boolean {
  const ways = waysOf(key, wanted)
  const end = words.indexOf('--')
  const options = end < 0 ? words : words.slice(0, end)
  if (
    ways.every((way) => options.some((word) => way.some((spelling) => isSpelled(spelling, word))))
  )
    return true
  // `+main` pushes by force, `:main` deletes.
  if (key !== 'git push') return false
  const forced =
    ways.some((way) => way.includes('--force')) && words.some((word) => word.startsWith('+'))
  return (
    forced ||
    (ways.some((way) => way.includes('--delete')) && words.some((word) => /^\+?:/.test(word)))
  )
}

/** For each option of a word that holds several (`-rf`), the ways it can be written. */
function waysOf(key: string, wanted: string): readonly (readonly string[])[] {
  const groups = SAME.get(key) ?? SAME.get(key.split(' ')[0] ?? '') ?? []
  const name = wanted.replace(/=.*$/s, '')
  const same = (option: string): readonly string[] => [
    ...new Set([option, ...groups.filter((group) => group.includes(option)).flat()]),
  ]
  if (name.startsWith('--') || name.startsWith('+')) return [same(name)]
  // One dash and several letters: a bundle, or one long name as find and java have them.
  const whole = same(name)
  if (name.length === 2 || whole.length > 1) return [whole]
  return name
    .slice(1)
    .split('')
    .map((letter) => [...same(`-${letter}`), name])
}

/** Long names may be shortened; letters may be bundled or carry a value. */
function isSpelled(spelling: string, word: string): boolean {
  const name = word.replace(/=.*$/s, '')
  if (spelling.startsWith('--'))
    return (
      name === spelling || (name.length > 2 && name.startsWith('--') && spelling.startsWith(name))
    )
  if (spelling.startsWith('+')) return word === spelling
  // Programs with long names behind one dash take two as well.
  return spelling.length > 2
    ? name.replace(/^--/, '-') === spelling
    : /^-[^-]/.test(word) && word.includes(spelling.slice(1), 1)
}

/**
 * What a deny or confirm rule for this pattern sees beside the pattern as written, for people: a
 * few examples, then the rest in words.
 */
export function spellingsOf(pattern: string): readonly string[] {
  const [program = '', ...rest] = pattern.split(' ').filter((word) => word !== '')
  const firstOption = rest.findIndex(isOption)
  const verbs = firstOption < 0 ? rest : rest.slice(0, firstOption)
  const options = firstOption < 0 ? [] : rest.slice(firstOption).filter(isOption)
  const name = bareName(program)
  const base = [program, ...verbs].join(' ')
  const key = [name, verbs[0]].filter((word) => word !== undefined).join(' ')
  const same = options.flatMap((option) => waysOf(key, option).flat())
  const global = GLOBAL.get(name)?.valued[0]
  const verb = verbs.at(-1) ?? ''
  const alike = (SAME_VERBS.get(name) ?? []).find((group) => group.includes(verb)) ?? []
  const examples = [
    ...otherNamesOf(name).map((other) => [other, ...rest].join(' ')),
    ...alike.map((other) =>
      [program, ...verbs.slice(0, -1), other, ...rest.slice(verbs.length)].join(' '),
    ),
    ...(verbs.length > 0 && global !== undefined
      ? [`${program} ${global} … ${rest.join(' ')}`]
      : []),
    ...[...new Set(same)]
      .filter((spelling) => !options.includes(spelling))
      .map((spelling) => `${base} ${spelling}`),
    ...(options.length > 0 ? [`${base} … ${options.join(' ')}`] : []),
    ...(key === 'git push' && same.includes('--force') ? [`${base} … +main`] : []),
    ...(key === 'git push' && same.includes('--delete') ? [`${base} … :main`] : []),
  ]
  return [...new Set(examples)].filter(
    (example) => example !== pattern && concernsCommand(pattern, { words: example.split(' ') }),
  )
}

/** More examples than these are not read. */
const MOST_EXAMPLES = 6

/**
 * The spellings of such a sentence, and how many more there are. Null where there is nothing to
 * say.
 */
export function spellingExamples(
  effect: 'allow' | 'confirm' | 'deny',
  patterns: readonly string[],
): { readonly shown: readonly string[]; readonly more: number } | null {
  if (effect === 'allow') return null
  const examples = [...new Set(patterns.flatMap(spellingsOf))]
  return examples.length === 0
    ? null
    : {
        shown: examples.slice(0, MOST_EXAMPLES),
        more: Math.max(0, examples.length - MOST_EXAMPLES),
      }
}

/**
 * In a sentence; null for an allow rule, which is taken word by word, and where there is nothing to
 * add.
 */
export function spellingSentence(
  effect: 'allow' | 'confirm' | 'deny',
  patterns: readonly string[],
): string | null {
  const examples = spellingExamples(effect, patterns)
  if (examples === null) return null
  const { shown, more } = examples
  return `The rule also applies to ${shown.join(' · ')}${more > 0 ? ` · and ${more} more` : ''}.`
}

/** Whether a rule is one of those that `UNSEEN_SPELLINGS` is about. */
export const hasUnseenSpellings = (
  effect: 'allow' | 'confirm' | 'deny',
  patterns: readonly string[] = [],
): boolean => effect !== 'allow' && patterns.length > 0

/** What no rule that denies or asks for a command sees: it is not in the line. For people. */
export const UNSEEN_SPELLINGS =
  'A rule that denies or asks about commands does not see what a script, a makefile or a package script runs, a name that is put together while the line runs, or another program that does the same (pnpm for npm). Those need approval or not by their own tier and rules.'
