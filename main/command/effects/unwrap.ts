// Follows programs that run another to what they run. The wrapper stays a part of its own, so that
// a rule can name it.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { noteAssigned } from '../assignments.ts'
import { namedPlaces } from './named-paths.ts'
import { cut, harmless, hidden, together, type Verdict } from './partial-part.ts'
import { readFind } from './find.ts'
import { noteHidden } from '../substitutions.ts'
import { isNamed, readArguments, type Option, type Valued } from './options.ts'
import { dangersOf } from '../risks/risk.ts'
import { wraps } from '../read-only/read.ts'
import { knownWords, laterWords, note, through, type Scope } from '../scope.ts'
import { isShell, readShell } from './shells.ts'
import { enter, type Folders } from '../folders.ts'
import { unknownWord, type Word } from '../parse/words.ts'
import { RUNNERS } from '../tables/runners.ts'
import { WRAPPERS, type Wrapper } from '../tables/wrappers.ts'

export type Run = (words: readonly Word[], text: string, scope: Scope) => void
type Wrapped = (name: string, words: readonly Word[], text: string, scope: Scope, run: Run) => void

/** How a program leads on, or null when it does what it does itself. */
export function unwrap(name: string, words: readonly Word[]): Wrapped | null {
  const lead = LEADS.get(name)
  if (lead !== undefined) return lead
  if (WRAPPERS.has(name)) return followWrapper
  if (isShell(name)) return followShell
  const verb = words[0]?.value
  return typeof verb === 'string' && RUNNERS.get(name)?.verbs.includes(verb) === true
    ? followRunner
    : null
}

const followWrapper: Wrapped = (name, words, text, scope, run) => {
  const wrapper = WRAPPERS.get(name) as Wrapper
  const { options, operands, wild } = readArguments(words, wrapper.valued, {
    firstOnly: wrapper.script === undefined || name === 'runuser',
  })
  const named = (names: readonly string[] | undefined) =>
    options.filter((option) => names?.some((full) => isNamed(option, full)) === true)
  const rest = operands.slice(wrapper.skip)
  const inner = wrapper.assigns === true ? rest.slice(countAssigned(rest)) : rest
  const asksOnly =
    name === 'sudo' &&
    options.some(({ name: each }) =>
      /^(l|v|k|K|V|list|validate|reset-timestamp|version|help)$/.test(each),
    )
  const interactive =
    /^(sudo|doas)$/.test(name) && options.some(({ name: each }) => /^(s|i|shell|login)$/.test(each))
  const scripts = named(wrapper.script)
  const endless =
    inner.length === 0 &&
    scripts.length === 0 &&
    (wrapper.shell === true || interactive || name === 'su' || name === 'runuser')
  const own = words.slice(0, words.length - inner.length)
  // Whether an option that is not known takes the next word decides which word is the program.
  const isKnown = (option: Option): boolean => wrapper.valued.some((full) => isNamed(option, full))
  const unclear =
    !wrapper.effects.includes('privileged') && !options.every(isKnown) && !wraps(name, own)
  const opaque = wild || unclear || named(wrapper.hides).length > 0 || endless
  const uses = named(wrapper.writes).map(({ value }) => ({
    how: 'write' as const,
    path: value?.path ?? null,
  }))
  noteOwn(name, own, text, scope, { effects: wrapper.effects, uses, opaque })
  for (const assigned of rest.slice(0, rest.length - inner.length))
    if (assigned.value !== '-') noteAssigned(assigned, scope)
  const within = through(scope, name)
  const moved = options.find(
    (option) =>
      isNamed(option, 'chdir') ||
      (name === 'env' && option.name === 'C') ||
      (name !== 'env' && option.name === 'D'),
  )
  if (moved !== undefined) within.folders = folderOf(moved.value, scope)
  for (const { value } of scripts) runText(value, within)
  if (wild || asksOnly || inner.length === 0) return
  if (interactive) runText(joined(inner), within)
  else run(inner, textOf(inner), within)
  if (name === 'builtin') scope.folders = within.folders
}

const folderOf = (word: Word | null, { folders }: Scope): Folders =>
  word === null || word.path === null || !word.path.whole ? null : enter(folders, word.path.at)

const countAssigned = (words: readonly Word[]): number => {
  const at = words.findIndex(({ lead }) => !/^[^=\s/]+=/.test(lead) && lead !== '-')
  return at < 0 ? words.length : at
}

const followCommand: Wrapped = (name, words, text, scope, run) => {
  const { options, operands, wild } = readArguments(words, [], { firstOnly: true })
  const asks = options.some(({ name: each }) => each === 'v' || each === 'V')
  const inner = asks || wild ? [] : operands
  noteOwn(name, words.slice(0, words.length - inner.length), text, scope, {
    effects: [],
    uses: [],
    opaque: wild,
  })
  if (inner.length === 0) return
  const within = through(scope, name)
  run(inner, textOf(inner), within)
  scope.folders = within.folders
}

const followRunner: Wrapped = (name, words, text, scope, run) => {
  const { valued = [], flags = [] } = RUNNERS.get(name) ?? {}
  const { options, operands, wild } = readArguments(words.slice(1), valued, { firstOnly: true })
  // Whether an option that is not known takes the next word decides which word is the program.
  // Before its `--` stand the names of tools, which it fetches.
  const fetches = name === 'mise' && words[1]?.value !== '--'
  const unclear =
    wild ||
    fetches ||
    options.some(({ name: each }) => !valued.includes(each) && !flags.includes(each))
  const effects: readonly CommandEffect[] =
    name === 'uv' ? ['writes-inside', 'network'] : ['writes-inside']
  noteOwn(
    name,
    words.slice(0, words.length - operands.length),
    text,
    scope,
    { effects, uses: [], opaque: unclear || operands.length === 0 },
    null,
  )
  if (!wild && operands.length > 0)
    run(operands, textOf(operands), through(scope, `${name} ${words[0]?.value ?? ''}`))
}

const followEval: Wrapped = (name, words, text, scope) => {
  const rest = words[0]?.value === '--' ? words.slice(1) : words
  const code = joined(rest)
  noteOwn(name, [], text, scope, { effects: [], uses: [], opaque: code === null })
  if (code === null || code.value === '') return
  const within = through(scope, 'eval')
  runText(code, within)
  scope.folders = within.folders
}

const followWatch: Wrapped = (name, words, text, scope) => {
  const { operands, wild } = readArguments(words, ['n', 'q', 'interval', 'equexit'], {
    firstOnly: true,
  })
  noteOwn(name, words.slice(0, words.length - operands.length), text, scope, {
    effects: [],
    uses: [],
    opaque: wild,
  })
  runText(joined(operands), through(scope, name))
}

const XARGS: Valued = [
  ...[
    'a',
    'd',
    'E',
    'I',
    'L',
    'n',
    'P',
    's',
    'arg-file',
    'delimiter',
    'max-lines',
    'max-args',
    'max-procs',
    'max-chars',
    'process-slot-var',
  ],
]

/** Its words are followed by words that nobody has seen yet. */
const followXargs: Wrapped = (name, words, text, scope, run) => {
  const { options, operands, wild } = readArguments(words, XARGS, { firstOnly: true })
  const replaced = options.find(
    ({ name: each }) => each === 'I' || each === 'i' || each === 'replace',
  )
  const inner = wild ? [] : operands
  const files = options.filter(({ name: each }) => each === 'a' || each === 'arg-file')
  noteOwn(name, words.slice(0, words.length - inner.length), text, scope, {
    effects: [],
    uses: files.map(({ value }) => ({ how: 'read', path: value?.path ?? null })),
    opaque: wild,
  })
  if (inner.length === 0) return
  const mark = replaced === undefined ? null : (replaced.value?.value ?? '{}')
  const filled =
    mark === null
      ? [...inner, unknownWord('…')]
      : inner.map((word) => (word.text.includes(mark) ? unknownWord(word.text) : word))
  run(filled, textOf(inner), through(scope, name))
}

/** It puts its words together to a shell line, once for each of what it is given. */
const followParallel: Wrapped = (name, words, text, scope, run) => {
  const { options, operands, wild } = readArguments(
    words,
    ['j', 'N', 'n', 'I', 'a', 'S', 'delay', 'timeout', 'jobs', 'colsep'],
    {
      firstOnly: true,
    },
  )
  const end = operands.findIndex(({ value }) => value !== null && /^:::/.test(value))
  const inner = end < 0 ? operands : operands.slice(0, end)
  const plain = inner.every(
    ({ value }) => value !== null && /^[\w@%+:,./={}-]*$/.test(value) && !value.includes('{='),
  )
  const remote = options.some(({ name: each }) => each === 'S' || each.startsWith('sshlogin'))
  const opaque = wild || !plain || inner.length === 0
  noteOwn(name, [], text, scope, { effects: remote ? ['network'] : [], uses: [], opaque })
  if (!opaque)
    run(
      [
        ...inner.map((word) => (word.text.includes('{') ? unknownWord(word.text) : word)),
        unknownWord('…'),
      ],
      textOf(inner),
      through(scope, name),
    )
}

const followFind: Wrapped = (name, words, text, scope, run) => {
  const { verdict, runs } = readFind(words, name)
  noteOwn(name, words, text, scope, verdict)
  for (const { by, inner } of runs) {
    const within = through(scope, `${name} ${by}`)
    if (by.endsWith('dir')) within.folders = null
    run(inner, textOf(inner), within)
  }
}

const followShell: Wrapped = (name, words, text, scope) => {
  const { verdict, code, rest } = readShell(words)
  noteOwn(name, code === null ? words : words.slice(0, words.length - rest), text, scope, verdict)
  if (code !== null) runText(code, through(scope, `${name} -c`))
}

const LEADS: ReadonlyMap<string, Wrapped> = new Map<string, Wrapped>([
  ['command', followCommand],
  ['eval', followEval],
  ['watch', followWatch],
  ['xargs', followXargs],
  ['gxargs', followXargs],
  ['parallel', followParallel],
  ...['find', 'gfind', 'bfs', 'fd', 'fdfind'].map((name): readonly [string, Wrapped] => [
    name,
    followFind,
  ]),
])

/** Code that runs in the same shell also moves it. */
function runText(code: Word | null, scope: Scope): void {
  if (code === null || code.value === null) return noteHidden(code?.text ?? '…', scope)
  // Another shell makes another text of it.
  if (!code.plain) noteHidden(code.text, scope)
  const within = { ...scope, depth: scope.depth + 1 }
  scope.sheet.runText(code.value, within)
  scope.folders = within.folders
}

/** The text that a shell gets when words are put together with spaces. */
function joined(words: readonly Word[]): Word | null {
  const values = words.map(({ value }) => value)
  if (values.some((value) => value === null)) return null
  const value = values.join(' ')
  return {
    text: textOf(words),
    value,
    lead: value,
    path: null,
    plain: words.every(({ plain }) => plain),
  }
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** fd takes all behind `-x` for the command. */
const ownOf = (name: string, words: readonly Word[]): readonly Word[] => {
  const at = /^fd/.test(name)
    ? words.findIndex(({ value }) => value !== null && /^(-[xX]|--exec(-batch)?)$/.test(value))
    : -1
  return at < 0 ? words : words.slice(0, at)
}

function noteOwn(
  name: string,
  own: readonly Word[],
  text: string,
  scope: Scope,
  verdict: Verdict,
  all: readonly Word[] | null = own,
): void {
  const { words, exact } = knownWords(own)
  const { effects, opaque } = together(
    verdict,
    verdict.opaque ? hidden : harmless,
    all === null ? harmless : dangersOf(name, all),
  )
  const named = namedPlaces(own)
  note(scope, {
    ...{ ...verdict, effects, opaque, text: cut(text), words: [name, ...words], exact },
    uses: [...verdict.uses, ...named.uses],
    unlisted: wraps(name, ownOf(name, own)) ? undefined : 'form',
    later: laterWords(own),
    closed: named.patterns,
  })
}
