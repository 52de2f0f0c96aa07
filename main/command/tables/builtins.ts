// Words of the shell that set variables by name. Which names they set decides whether later
// commands mean what they say.
import { noteAssigned, noteExported, noteNamed } from '../assignments.ts'
import { noteHidden } from '../substitutions.ts'
import { steers } from './variables.ts'
import { readArguments, type Option, type Valued } from '../effects/options.ts'
import { isQuoted } from '../read-only/quoted.ts'
import type { Scope } from '../scope.ts'
import type { Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

type Setter = {
  readonly valued: Valued
  /** Options that make it run something, or make a name mean another. */
  readonly hides: readonly string[]
  /** Which operands are names; assignments among them are noted as such. */
  readonly names: (operands: readonly Word[], options: readonly Option[]) => readonly Word[]
}

const all: Setter['names'] = (operands) => operands
const declares: Setter = { valued: [], hides: ['i', 'n', 'f', 'F', 'E', 'T'], names: all }
const none: Setter['names'] = () => []

/** A value to one shell is a name to another, which has no such option or takes no value with it. */
const steering = (options: readonly Option[]): Word[] =>
  options.flatMap(({ value }) =>
    value !== null && value.value !== null && steers(value.value) ? [value] : [],
  )
const anyName: Setter['names'] = (operands, options) => [...operands, ...steering(options)]

const SETTERS: ReadonlyMap<string, Setter> = new Map<string, Setter>([
  ['export', { ...declares, hides: ['f'] }],
  ['readonly', { ...declares, hides: ['f'] }],
  ['local', declares],
  ['declare', declares],
  ['typeset', declares],
  ['unset', { valued: [], hides: ['f', 'n'], names: all }],
  [
    'read',
    {
      valued: ['a', 'd', 'i', 'n', 'N', 'p', 't', 'u'],
      hides: ['e'],
      names: (operands, options) => [...operands, ...values(options, 'a'), ...steering(options)],
    },
  ],
  ['mapfile', { valued: ['d', 'n', 'O', 's', 'u', 'C', 'c'], hides: ['C'], names: anyName }],
  ['readarray', { valued: ['d', 'n', 'O', 's', 'u', 'C', 'c'], hides: ['C'], names: anyName }],
  ['getopts', { valued: [], hides: [], names: (operands) => operands.slice(1, 2) }],
  ['printf', { valued: ['v'], hides: [], names: (_, options) => values(options, 'v') }],
  ['jobs', { valued: [], hides: ['x'], names: none }],
  ['wait', { valued: ['p'], hides: [], names: (_, options) => values(options, 'p') }],
])

const values = (options: readonly Option[], name: string): Word[] =>
  options.flatMap((option) => (option.name === name && option.value !== null ? [option.value] : []))

/** Words of one shell or another that run what they are given, or change what later words mean. */
export const EVALUATES: ReadonlySet<string> = new Set(
  splitNames(`
    repeat foreach noglob nocorrect - emulate print vared zmodload autoload sched setopt unsetopt
    zcompile zpty zle bindkey compdef zsocket ztcp functions integer float private unhash disable
    unfunction ttyctl zstyle zformat zparseopts limit rehash suspend caller fc r abbr
    invoke-expression
  `),
)

/** Their operands are numbers; one shell reckons them, whatever they are. */
const COUNTED = new Set(['exit', 'return', 'break', 'continue', 'shift'])

/** Options of the shell that change nothing about what a line means. */
const MILD_SETTINGS = /^(?:[-+][efuxv]*o?|\+a|errexit|nounset|xtrace|pipefail|verbose|noglob)$/
const MILD_SHOPT = /^(?:-[suqp]+|globstar|nullglob|dotglob|failglob|nocaseglob|inherit_errexit)$/

/** What is always a number: digits, a status, how many words there are, a length, a sum. */
const isCounted = (text: string): boolean =>
  /^"?(?:\d*|\$[?#$!]|\$\{[?#$!]\}|\$\{#\w+\}|\$\(\([^$`[]*\)\))"?$/.test(text)

/**
 * Where a number is wanted some shells reckon, and a subscript in what they reckon can run a
 * command.
 */
const mayReckon = ({ value, text }: Word): boolean =>
  value === null ? !isCounted(text) : /\w\[/.test(value)

/**
 * Words of a builtin that make it run something, or that make later words mean something
 * else.
 */
function misleads(name: string, words: readonly Word[]): boolean {
  const known = words.map(({ value }) => value)
  if (COUNTED.has(name)) return words.some(({ value, text }) => !isCounted(value ?? text))
  if (name === 'printf')
    return /%[^%]*[diouxXeEfFgGaA]/.test(known[0] ?? '') && words.slice(1).some(mayReckon)
  if (name === 'read')
    return words.some(({ prefix }, at) => {
      const next = words[at + 1]
      return (
        /^-\w*[tuknN]/.test(prefix) &&
        (prefix.includes('[') || (next !== undefined && mayReckon(next)))
      )
    })
  if (name === 'shopt') return known.some((value) => value === null || !MILD_SHOPT.test(value))
  if (name !== 'set') return false
  const end = known.findIndex((value) => value === '--' || value === '-')
  if (known[end] === '-') return true
  return known
    .slice(0, end < 0 ? undefined : end)
    .some((value) => value === null || !MILD_SETTINGS.test(value))
}

/** What is behind a word that is not known, and makes an operand of it. */
const BEHIND_OPERAND = /^(?:\]|!?=|==|=~|-[a-z]{1,2}|[<>])$/

/**
 * Some operators look a name up, subscript and all, or reckon. A word that is not known may be one of
 * them where another word follows it, and without quotes it may be several.
 */
const testMisleads = (words: readonly Word[]): boolean =>
  words.some((word, at) => {
    const next = words[at + 1]
    if (word.value === '-v' || word.value === '-R') return true
    if (word.value === '-t') return next !== undefined && mayReckon(next)
    if (word.value !== null || word.prefix !== '' || isCounted(word.text)) return false
    return !isQuoted(word) || (next !== undefined && !BEHIND_OPERAND.test(next.value ?? ''))
  })

export function noteNames(name: string, words: readonly Word[], text: string, scope: Scope): void {
  if ((name === 'test' || name === '[') && testMisleads(words)) return noteHidden(text, scope)
  if (misleads(name, words)) noteHidden(text, scope)
  const setter = SETTERS.get(name)
  if (setter === undefined) return
  // The format comes before what only looks like options.
  const taken = name === 'printf' && !/^-v/.test(words[0]?.value ?? '-v') ? [] : words
  const { options, operands, wild } = readArguments(taken, setter.valued, {
    firstOnly: name === 'printf',
  })
  if (wild || options.some(({ name: each }) => setter.hides.includes(each))) noteHidden(text, scope)
  const reach = exports(name, words) ? 'exported' : 'shell'
  for (const word of setter.names(operands, options)) {
    if (reach === 'exported' && !word.prefix.includes('=')) noteExported(word.value ?? '', scope)
    if (word.value === null && !word.prefix.includes('=')) noteHidden(text, scope)
    else if (!word.prefix.includes('=')) noteNamed(word.value ?? '', text, scope)
    else if (!isNoted(word)) noteAssigned(word, scope, reach)
  }
}

/** Whether this builtin with these words makes variables known to the programs that follow. */
export const exports = (name: string, words: readonly Word[]): boolean =>
  name === 'export' ||
  (/^(?:declare|typeset|local|readonly)$/.test(name) &&
    words.some(
      ({ value, prefix }) => /^-\w*x/.test(prefix) || (value === null && !/^\w+\+?=/.test(prefix)),
    ))

/** The parser took it for an assignment already, and it was noted as that. */
const isNoted = ({ path }: Word): boolean => path === null
