// One simple command: which program it is, whether it only leads to another, and what it does.
import type { Assignment } from 'unbash'
import { noteAssignment } from './assignments.ts'
import { noteCalled } from './foreign-assignments.ts'
import { namedPaths } from './effects/named-paths.ts'
import { behindUnknown } from './effects/behind-unknown.ts'
import { cut, harmless, hidden, together, type Verdict } from './effects/partial-part.ts'
import { enter } from './folders.ts'
import { noteHidden } from './substitutions.ts'
import { classify } from './effects/classify.ts'
import { unwrap } from './effects/unwrap.ts'
import { EVALUATES, exports, noteNames } from './tables/builtins.ts'
import { isListed } from './tables/listed.ts'
import { plainValue } from './parse/read-tokens.ts'
import { dangersOf, hasDangers } from './risks/risk.ts'
import { isListedReader, readingOf } from './read-only/read.ts'
import { isFull, knownWords, laterWords, note, through, type Scope } from './scope.ts'
import { isPlainName } from './parse/spoofed-characters.ts'
import { readWord, type Word } from './parse/words.ts'
import { runText } from './effects/wrapper-parts.ts'

const LONGEST_LINE = 24
/**
 * Of all commands together, those behind a wrapper counted again with each. A line of the greatest
 * length has 16,384.
 */
const MOST_WORDS = 20_000

export function runCommand(
  items: readonly (Word | Assignment)[],
  text: string,
  scope: Scope,
): void {
  const words = items.map((item) => ('type' in item ? assigned(item.text) : item))
  const reach = exports(words[0]?.value ?? '', words.slice(1)) ? 'exported' : 'shell'
  for (const item of items)
    if ('type' in item) {
      noteAssignment(item, scope, undefined, reach)
      noteCalled(item, scope)
    }
  runWords(words, text, scope)
  // What the name means from then on, whichever shell heeds it.
  if (words[0]?.value === 'alias')
    for (const item of items)
      if ('type' in item && item.value.type === 'Word')
        runText(readWord(item.value), through(scope, 'alias'))
}

/** Noted as an assignment already. */
const assigned = (text: string): Word => {
  const value = /[$`*?[{~"'\\]/.test(text) ? null : text
  return {
    text,
    value,
    prefix: text,
    path: null,
    plain: value !== null && plainValue(text) === value,
  }
}

export function runWords(words: readonly Word[], text: string, scope: Scope): void {
  const [program, ...rest] = words
  const name = program === undefined ? null : programName(program)
  if (isFull(scope)) return
  const { spent } = scope.sheet
  spent.words += words.length
  // A chain of wrappers this long is meant to be lost sight of.
  if (
    name === null ||
    program === undefined ||
    scope.via.length > LONGEST_LINE ||
    spent.words > MOST_WORDS
  ) {
    note(scope, {
      text: cut(text),
      words: [],
      opaque: true,
      exact: false,
      effects: ['unknown'],
      uses: [],
    })
    return
  }
  if (!program.plain) scope.sheet.doubts.add('loose')
  if (climbs(program.value ?? '')) noteHidden(text, scope)
  if (EVALUATES.has(name)) noteHidden(text, scope)
  const prefix = unwrap(name, rest)
  if (prefix !== null) return prefix(name, rest, text, scope, runWords)
  noteNames(name, rest, text, scope)
  const reading = readingOf(name, rest)
  const { effects, uses, opaque } =
    reading === null ? verdictOf(name, rest) : { effects: [], uses: reading.uses, opaque: false }
  const known = knownWords(rest)
  const named = namedPaths(words, opaque)
  note(scope, {
    text: cut(text),
    words: [name, ...known.words],
    opaque,
    exact: known.exact,
    effects,
    uses: [...uses, ...named.uses],
    unlisted:
      reading !== null
        ? undefined
        : isListed(name) || isListedReader(name) || hasDangers(name)
          ? 'form'
          : 'program',
    repositories: reading?.repositories.map(({ path }) => path),
    later: laterWords(rest),
    closed: named.patterns,
  })
  if (name === 'cd' || name === 'pushd' || name === 'popd') move(name, rest, scope)
}

function verdictOf(name: string, words: readonly Word[]): Verdict {
  const own = together(
    classify(name, words),
    dangersOf(name, words, !isListed(name)),
    isListed(name) || isListedReader(name) || hasDangers(name) ? harmless : behindUnknown(words),
  )
  const last = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase()
  if (last === name) return own
  // Nobody knows what lies in another folder under the name of a program, and on some systems case
  // and an ending change nothing: it does no less than that program.
  return together(
    own,
    unwrap(last, words) === null ? together(classify(last, words), dangersOf(last, words)) : hidden,
  )
}

/**
 * Without its folder, where that is one of the system's own; `./git` is not git. Null: not known,
 * or not plainly written.
 */
export function programName({ value, text }: Word): string | null {
  if (value === null || value === '' || text.startsWith('~') || !isPlainName(value)) return null
  const path = value.includes('/') ? normalized(value) : value
  return /^(?:\/usr\/local|\/usr)?\/s?bin\/([^/]+)$/.exec(path)?.[1] ?? path
}

/**
 * A path without doubled slashes and `.`, and as far as its words tell without `..`. One that
 * begins here keeps its `./`.
 */
function normalized(path: string): string {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop()
    else if (name !== '..' || !path.startsWith('/')) names.push(name)
  }
  const rest = names.join('/')
  return path.startsWith('/')
    ? `/${rest}`
    : names[0] === '..' || (/^\w/.test(path) && names.length > 1)
      ? rest
      : `./${rest}`
}

/** A way back over a name: that name may be a link, and then it leads elsewhere than its words. */
export const climbs = (path: string): boolean =>
  /(?:^|\/)(?!\.{1,2}\/)[^/]+\/+(?:\.\/+)*\.\.(?:\/|$)/.test(path)

function move(name: string, rest: readonly Word[], scope: Scope): void {
  const targets = rest.filter(({ value }) => value === null || !/^-[LPe@]+$|^--$/.test(value))
  const physical = rest.some(({ value }) => value !== null && /^-\w*P/.test(value))
  const [target] = targets
  if (name === 'cd' && target === undefined) scope.folders = ['~']
  else if (
    name === 'popd' ||
    target === undefined ||
    target.path === null ||
    !target.path.whole ||
    target.value === '-'
  )
    scope.folders = null
  else if (physical && target.path.at.includes('..')) scope.folders = null
  else if (/^[+-]\d*$/.test(target.value ?? '')) scope.folders = null
  else scope.folders = enter(scope.folders, target.path.at)
}
