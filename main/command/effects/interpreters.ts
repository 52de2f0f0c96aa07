// Pure. Programs that run code of their own language: from their words, from a file, or from what
// comes in.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { dangersOf } from '../risks/risk.ts'
import { mayBeOption, type Word } from '../parse/words.ts'
import { type Interpreter, INTERPRETERS } from '../tables/interpreters.ts'

/** `python3.12` and its like. */
const family = (name: string): string =>
  (/^(python|pypy|ruby|perl|php|lua|luajit|node|nodejs)/.exec(name)?.[1] ?? name)
    .replace('pypy', 'python')
    .replace('nodejs', 'node')
    .replace('luajit', 'lua')

export const isInterpreter = (name: string): boolean =>
  Object.hasOwn(INTERPRETERS, name) ||
  /^(python|pypy|ruby|perl|php|lua)[\d.]*$|^(nodejs|luajit)$/.test(name)

/** Modules of Python that only look, and such that build or test like any tool. */
const MODULES: Readonly<Record<string, readonly CommandEffect[]>> = {
  pytest: ['writes-inside'],
  unittest: ['writes-inside'],
  venv: ['writes-inside'],
  compileall: ['writes-inside'],
  mypy: ['writes-inside'],
  black: ['writes-inside'],
  ruff: ['writes-inside'],
  build: ['writes-inside', 'network'],
  pip: ['network', 'writes-inside'],
  ensurepip: ['network', 'writes-inside'],
}

/** Modules of Python that run a text of their words, or what comes in. */
const CODE_MODULES: ReadonlySet<string> = new Set([
  'timeit',
  'code',
  'codeop',
  'idlelib',
  'asyncio',
])

/** A long option that holds code or loads it, shortened or not. */
const mayBeCode = ({ value }: Word, { codes }: Interpreter): boolean =>
  value === null ||
  codes.some(
    (code) =>
      value === code ||
      value.startsWith(`${code}=`) ||
      (code.startsWith('--') && value.length > 4 && code.startsWith(value)),
  )

/** `-Xdev` without `dev`: the letters of a value are no options. */
function withoutItsValue(option: string, { valued }: Interpreter): string {
  if (option.startsWith('--')) return option
  const at = option
    .split('')
    .findIndex((letter, index) => index > 0 && valued.includes(`-${letter}`))
  return at < 0 ? option : option.slice(0, at + 1)
}

export function classifyInterpreter(words: readonly Word[], name: string): Verdict {
  const kind = INTERPRETERS[family(name)]
  if (kind === undefined) return hidden
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const { value: written } = word
    if (!mayBeOption(word) && written !== '-') return runsFile(word, words.slice(at + 1))
    if (written === null || written === '-') return hidden
    const value = withoutItsValue(written, kind)
    if (value === '--')
      return words[at + 1] === undefined ? hidden : runsFile(words[at + 1] as Word)
    if (family(name) === 'python' && /^-\w*m/.test(value)) {
      const module = value.endsWith('m')
        ? words[at + 1]?.value
        : value.slice(value.indexOf('m') + 1)
      // It shows the folder to everyone who asks.
      if (module === 'http.server') return together(hidden, does('network'))
      if (module === undefined || module === null || CODE_MODULES.has(module)) return hidden
      const given = words.slice(value.endsWith('m') ? at + 2 : at + 1)
      if (module === 'pdb' && given.some((each) => /^-c/.test(each.prefix))) return hidden
      // A module that is also a program does what that does.
      return together(
        does(...(MODULES[module] ?? (['unknown'] as const))),
        dangersOf(module, given),
      )
    }
    if (name === 'java' && value === '-jar')
      return words[at + 1] === undefined ? hidden : runsFile(words[at + 1] as Word)
    if (kind.asks.includes(value)) return words.length === 1 ? harmless : does('unknown')
    if (mayBeCode(word, kind)) return hidden
    if (name === 'node' && value === '--test')
      return words.slice(at + 1).some((later) => mayBeCode(later, kind))
        ? hidden
        : does('writes-inside')
    if (
      !value.startsWith('--') &&
      value
        .slice(1)
        .split('')
        .some((letter) => kind.code.includes(letter)) &&
      !kind.valued.includes(value)
    )
      return hidden
    if (kind.valued.includes(written)) at++
  }
  // Nothing to run: it takes what comes in.
  return hidden
}

/**
 * What a file of the workspace holds is not looked at: it is code of the workspace, like a test or
 * a build.
 */
function runsFile(word: Word, given: readonly Word[] = []): Verdict {
  if (word.value === null || /^\/(dev|proc)\//.test(word.value)) return hidden
  // `php artisan …`, `python manage.py …`: some have commands that are known by name.
  return together(
    does('writes-inside'),
    using('write', [word]),
    dangersOf(word.value.slice(word.value.lastIndexOf('/') + 1), given),
  )
}

/** A program that is a word of its own language. */
export function classifyAwk(words: readonly Word[]): Verdict {
  const files: Word[] = []
  let program: Word | null = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const { value } = word
    if (program !== null) {
      files.push(word)
      continue
    }
    if (!mayBeOption(word)) program = word
    else if (value === null) return hidden
    else if (value === '-F' || value === '-v') at++
    else if (value === '--') {
      program = words[++at] ?? null
    } else if (
      !/^-(F|v)./.test(value) &&
      !/^--(posix|traditional|re-interval|csv|version|field-separator=.*|assign=.*)$/.test(value)
    )
      return hidden
  }
  if (program === null)
    return words.length === 1 && words[0]?.value === '--version' ? harmless : hidden
  if (program.value === null || !isPlainAwk(program.value)) return hidden
  return using('read', files)
}

/** A condition holds no text, pattern or call, and writes nothing: `>` in it compares. */
const CONDITION = String.raw`[\w \t$.<>=!&+*%,-]*`
const AWK_CONDITIONS = new RegExp(`^${CONDITION}(?=\\{)|\\b(?:if|while) *\\(${CONDITION}\\)`, 'g')

/**
 * No pipe, no file written, no command, no call by a name that is not written out. Where a text or
 * a pattern ends is not read, so a `|` in one counts as well.
 */
export function isPlainAwk(program: string): boolean {
  if (/system|getline|close|fflush|ARG[VC]|@|\n\s*#/.test(program)) return false
  // `$1 > 5` compares, but behind print it writes.
  return program.includes('print')
    ? !/>|\|(?!\|)/.test(program.replaceAll(AWK_CONDITIONS, '').replaceAll('||', ''))
    : !/\|&/.test(program)
}

export function classifySed(words: readonly Word[]): Verdict {
  const scripts: Word[] = []
  const files: Word[] = []
  const found: Verdict[] = []
  let inPlace = false
  let given = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const { value } = word
    if (!mayBeOption(word)) {
      files.push(word)
      continue
    }
    if (value === null) {
      if (word.path === null) return hidden
      files.push(word)
    } else if (value === '--') {
      files.push(...words.slice(at + 1))
      break
    } else if (/^--(expression|file)/.test(value) || /^--(e|f)/.test(value)) return hidden
    else if (value.startsWith('--')) {
      if ('in-place'.startsWith(value.slice(2).split('=')[0] ?? '')) inPlace = true
      else if (
        !/^--(quiet|silent|regexp-extended|separate|null-data|posix|sandbox|debug|unbuffered|version|help|line-length=\d+|zero-terminated)$/.test(
          value,
        )
      )
        return hidden
    } else {
      for (let letter = 1; letter < value.length; letter++) {
        const name = value[letter]
        if (name === 'i' || name === 'I') {
          inPlace = true
          break
        }
        if (name === 'f') return hidden
        if (name === 'e') {
          const script =
            letter + 1 < value.length ? { ...word, value: value.slice(letter + 1) } : words[++at]
          if (script === undefined) return hidden
          scripts.push(script)
          given = true
          break
        }
        if (name === 'l') {
          if (letter + 1 === value.length) at++
          break
        }
        if (!/[nErsuz]/.test(name ?? '')) return hidden
      }
    }
  }
  const [first] = files
  if (!given && first !== undefined) scripts.push(first)
  const operands = given ? files : files.slice(1)
  // Newer files between options and the script could be the script itself.
  if (scripts.length === 0) return words.length > 0 ? harmless : hidden
  for (const { value } of scripts) if (value === null || !isPlainSed(value)) found.push(hidden)
  return together(...found, using(inPlace ? 'write' : 'read', operands))
}

/** The regular expressions of one command: of its address, and the first of `s`. */
const patternsOf = (address: string, command: string): readonly string[] => [
  ...[...address.matchAll(/\/((?:[^/\\\n]|\\.)*)\//g)].map(([, pattern = '']) => pattern),
  ...(/^s[^\w\s\\]/.test(command)
    ? [
        command
          .slice(2)
          .split(
            new RegExp(`(?<!\\\\)${command.charAt(1).replace(/[.*+?^${}()|[\]\\]/, '\\$&')}`),
          )[0] ?? '',
      ]
    : []),
]

/**
 * A bracket that is open where the pattern ends: for some seds the delimiter is then a character in
 * it, and the pattern goes on.
 */
const closesBrackets = (pattern: string): boolean =>
  [pattern, pattern.replaceAll(/\\./g, 'x')].every(
    (text) => !text.replaceAll(/\\\[|\[\^?\]?(?:\[:\w+:\]|[^\]])*\]/g, '').includes('['),
  )

/**
 * Only scripts of the plainest kind are taken for harmless: addresses of numbers and patterns,
 * printing, deleting, quitting, and `s` without the flags that run or write.
 */
export function isPlainSed(script: string): boolean {
  let rest = script.trim()
  while (rest !== '') {
    const address =
      /^(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?|0)(?:\s*[,~]\s*(?:[+~]?\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?))?\s*!?\s*)?/.exec(
        rest,
      )?.[0] ?? ''
    rest = rest.slice(address.length)
    const command =
      /^(?:[{}]|[aic]\\?[^\n]*[^\n\\]$|(?:[pPdDqQ=hHgGxnNl]|s([^\w\s\\])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI\d]*|y([^\w\s\\])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2)\s*(?=[;\n}]|$))/.exec(
        rest,
      )?.[0]
    if (command === undefined || command === '') return false
    if (!patternsOf(address, command).every(closesBrackets)) return false
    rest = rest.slice(command.length).replace(/^[;\s]+/, '')
  }
  return true
}
