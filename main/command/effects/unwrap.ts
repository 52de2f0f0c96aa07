// Follows programs that run another to what they run. The wrapper stays a part of its own, so that
// a rule can name it.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { noteAssigned } from '../assignments.ts'
import { readFind } from './find.ts'
import { isNamed, readArguments, type Arguments, type Option, type Valued } from './options.ts'
import { wraps } from '../read-only/read.ts'
import { through, type Feed, type Scope } from '../scope.ts'
import { hidden } from './partial-part.ts'
import { isShell, readShell } from './shells.ts'
import { enter, type Folders } from '../folders.ts'
import { below, knownWord, unknownWord, type Word } from '../parse/words.ts'
import { RUNNERS } from '../tables/runners.ts'
import { WRAPPERS, type Wrapper } from '../tables/wrappers.ts'
import { followBubblewrap, followHyperfine, followSsh } from './unwrap-texts.ts'
import { joined, noteOwn, runText, textOf, type Wrapped } from './wrapper-parts.ts'
import { splitNames } from '../split-names.ts'

/** How a program leads on, or null when it does what it does itself. */
export function unwrap(name: string, words: readonly Word[]): Wrapped | null {
  const wrapper = WRAPPER_WORDS.get(name)
  if (wrapper !== undefined) return wrapper
  if (WRAPPERS.has(name)) return followWrapper
  if (isShell(name)) return followShell
  const verb = words[0]?.value
  return typeof verb === 'string' && RUNNERS.get(name)?.verbs.includes(verb) === true
    ? followRunner
    : null
}

const followWrapper: Wrapped = (name, words, text, scope, run) => {
  const wrapper = WRAPPERS.get(name) as Wrapper
  const parsed = readArguments(words, wrapper.valued, {
    firstOnly: wrapper.script === undefined || /^(?:runuser|flock)$/.test(name),
  })
  if (name === 'env') {
    const at = words.findIndex(({ prefix }) => /^(?:-\w*S|--s)/.test(prefix))
    const split = words.slice(0, at < 0 ? 0 : at + 1).every(({ prefix }) => /^-|=/.test(prefix))
    if (at >= 0 && split) return followSplit(at, words, text, scope)
  }
  const { options, operands, wild } =
    name === 'flock' ? withScriptBehindFile(parsed, wrapper.valued) : parsed
  const named = (names: readonly string[] | undefined) =>
    options.filter((option) => names?.some((full) => isNamed(option, full)) === true)
  const rest = operands.slice(wrapper.skip)
  const nested = wrapper.assigns === true ? rest.slice(countAssigned(name, rest)) : rest
  const asksOnly =
    name === 'sudo' &&
    options.some(({ name: each }) =>
      /^(l|v|k|K|V|list|validate|reset-timestamp|version|help)$/.test(each),
    )
  const interactive =
    /^(sudo|doas)$/.test(name) && options.some(({ name: each }) => /^(s|i|shell|login)$/.test(each))
  const scripts = named(wrapper.script)
  const endless =
    nested.length === 0 &&
    scripts.length === 0 &&
    (wrapper.shell === true || interactive || name === 'su' || name === 'runuser')
  const own = words.slice(0, words.length - nested.length)
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
  for (const assigned of rest.slice(0, rest.length - nested.length))
    if (assigned.value !== '-') noteAssigned(assigned, scope, 'program')
  const within = through(scope, name)
  const moved = options.find(
    (option) =>
      isNamed(option, 'chdir') ||
      (name === 'env' && option.name === 'C') ||
      (name !== 'env' && option.name === 'D'),
  )
  if (moved !== undefined) within.folders = folderOf(moved.value, scope)
  for (const { value } of scripts) runText(value, within)
  if (wild || asksOnly || nested.length === 0) return
  if (interactive) runText(joined(nested), within)
  else run(nested, textOf(nested), within)
  if (name === 'builtin') scope.folders = within.folders
}

/** `env -S text words`: the text is taken apart, and the words follow. */
function followSplit(at: number, words: readonly Word[], text: string, scope: Scope): void {
  const attached = words[at]?.value?.replace(/^-\w*?S|^--s[a-z-]*=?/, '') ?? ''
  const rest = [...(attached === '' ? [] : [knownWord(attached)]), ...words.slice(at + 1)]
  noteOwn('env', words.slice(0, at + 1), text, scope, hidden)
  runText(joined(rest), through(scope, 'env'))
}

/** `flock file -c text`: its option for a text is behind the file. */
function withScriptBehindFile(parsed: Arguments, valued: Valued): Arguments {
  const [file, ...rest] = parsed.operands
  if (file === undefined || !/^(?:-\w*c|--c)/.test(rest[0]?.prefix ?? '')) return parsed
  const behind = readArguments(rest, valued)
  return {
    options: [...parsed.options, ...behind.options],
    operands: [file, ...behind.operands],
    wild: parsed.wild || behind.wild,
  }
}

const folderOf = (word: Word | null, { folders }: Scope): Folders =>
  word === null || word.path === null || !word.path.whole ? null : enter(folders, word.path.at)

/**
 * `env` sets whatever has a sign of equality, whether or not it is a name (`env 'a/b c=1' ls` runs
 * ls); `sudo` does so but for a path from the root.
 */
const countAssigned = (name: string, words: readonly Word[]): number => {
  const at = words.findIndex(
    ({ prefix }) =>
      prefix !== '-' && !(prefix.includes('=') && (name === 'env' || !prefix.startsWith('/'))),
  )
  return at < 0 ? words.length : at
}

const followCommand: Wrapped = (name, words, text, scope, run) => {
  const { options, operands, wild } = readArguments(words, [], { firstOnly: true })
  const asks = options.some(({ name: each }) => each === 'v' || each === 'V')
  // With any other option it says what is wrong, and runs nothing.
  const isUnknown = options.some(({ name: each }) => !/^[pvV]$/.test(each))
  const nested = asks || wild ? [] : operands
  noteOwn(name, words.slice(0, words.length - nested.length), text, scope, {
    effects: [],
    uses: [],
    opaque: wild || isUnknown,
  })
  if (nested.length === 0) return
  const within = through(scope, name)
  run(nested, textOf(nested), within)
  scope.folders = within.folders
}

const followRunner: Wrapped = (name, words, text, scope, run) => {
  const { valued = [], flags = [] } = RUNNERS.get(name) ?? {}
  const { options, operands, wild } = readArguments(words.slice(1), valued, { firstOnly: true })
  // Whether an option that is not known takes the next word decides which word is the program.
  // Before its `--` are the names of tools, which it fetches.
  const fetches =
    (name === 'mise' && words[1]?.value !== '--') ||
    options.some(({ name: each }) =>
      /^(?:with|from|index|extra-index|default-index|find-links)/.test(each),
    ) ||
    /^https?:/.test(operands[0]?.prefix ?? '')
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

const XARGS: Valued = splitNames(`
  a d E I L n P s arg-file delimiter max-lines max-args max-procs max-chars process-slot-var
`)

/** Its words are followed by words that nobody has seen yet. */
const followXargs: Wrapped = (name, words, text, scope, run) => {
  const { options, operands, wild } = readArguments(words, XARGS, { firstOnly: true })
  const replaced = options.find(
    ({ name: each }) => each === 'I' || each === 'i' || each === 'replace',
  )
  const nested = wild ? [] : operands
  const files = options.filter(({ name: each }) => each === 'a' || each === 'arg-file')
  noteOwn(name, words.slice(0, words.length - nested.length), text, scope, {
    effects: [],
    uses: files.map(({ value }) => ({ how: 'read', path: value?.path ?? null })),
    opaque: wild,
  })
  if (nested.length === 0) return
  const mark = replaced === undefined ? null : (replaced.value?.value ?? '{}')
  const given =
    files.length > 0 || scope.feed === null
      ? null
      : fedWord(scope.feed, options, knownProgram(nested))
  const filled =
    mark === null
      ? [...nested, given ?? unknownWord('…')]
      : nested.map((word) =>
          !word.text.includes(mark)
            ? word
            : word.text === mark && given !== null
              ? { ...given, text: word.text }
              : unknownWord(word.text),
        )
  run(filled, textOf(nested), { ...through(scope, name), feed: null })
}

const knownProgram = (words: readonly Word[]): string => words[0]?.value ?? ''

/** They tell how long something is, or that it is there, and nothing of what is in it. */
const TELLS_LITTLE = ['wc', 'ls', 'stat', 'du', 'basename', 'dirname']

/**
 * What comes in by the pipe, as a word. Names that are parted by white space can hold white space,
 * so that a piece of one may name any place: that is good enough only for what tells little.
 */
function fedWord(feed: Feed, options: readonly Option[], program: string): Word | null {
  const whole = options.some(({ name }) => name === '0' || name === 'null')
  const parted = options.some(({ name }) => /^(d|delimiter|E|e|eof)$/.test(name))
  if (parted || whole !== feed.whole || (!whole && !TELLS_LITTLE.includes(program))) return null
  return below('…', feed.at)
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
  const nested = end < 0 ? operands : operands.slice(0, end)
  const plain = nested.every(
    ({ value }) => value !== null && /^[\w@%+:,./={}-]*$/.test(value) && !value.includes('{='),
  )
  const remote = options.some(({ name: each }) => each === 'S' || each.startsWith('sshlogin'))
  const opaque = wild || !plain || nested.length === 0
  noteOwn(name, [], text, scope, { effects: remote ? ['network'] : [], uses: [], opaque })
  if (!opaque)
    run(
      [
        ...nested.map((word) => (word.text.includes('{') ? unknownWord(word.text) : word)),
        unknownWord('…'),
      ],
      textOf(nested),
      through(scope, name),
    )
}

const followFind: Wrapped = (name, words, text, scope, run) => {
  const { verdict, runs } = readFind(words, name)
  noteOwn(name, words, text, scope, verdict)
  for (const { by, nested } of runs) {
    const within = through(scope, `${name} ${by}`)
    if (by.endsWith('dir')) within.folders = null
    run(nested, textOf(nested), within)
  }
}

const followShell: Wrapped = (name, words, text, scope) => {
  const { verdict, code, rest } = readShell(words)
  noteOwn(name, code === null ? words : words.slice(0, words.length - rest), text, scope, verdict)
  if (code !== null) runText(code, through(scope, `${name} -c`))
}

const WRAPPER_WORDS: ReadonlyMap<string, Wrapped> = new Map<string, Wrapped>([
  ['command', followCommand],
  ['eval', followEval],
  ['ssh', followSsh],
  ['hyperfine', followHyperfine],
  ['bwrap', followBubblewrap],
  ['watch', followWatch],
  ['xargs', followXargs],
  ['gxargs', followXargs],
  ['parallel', followParallel],
  ...['find', 'gfind', 'bfs', 'fd', 'fdfind'].map((name): readonly [string, Wrapped] => [
    name,
    followFind,
  ]),
])
