// The simple commands of a line that was read as words and operators, where its grammar is one that
// every shell has.
import type { PlainWord, Token } from './reader.ts'
import { splitNames } from '../split-names.ts'

export type PlainCommand = {
  readonly assigned: readonly PlainWord[]
  readonly words: readonly PlainWord[]
  /** The operator, then what it leads to. */
  readonly redirects: readonly (readonly [operator: string, target: PlainWord])[]
}

/** Words behind which a command begins again, and those behind which none can. */
const OPENS = new Set(['if', 'then', 'elif', 'else', 'while', 'until', 'do', '{', '!'])
const CLOSES = new Set(['fi', 'done', '}'])
/** Words with a grammar of their own, which not every shell has, or not alike. */
const OWN: ReadonlySet<string> = new Set(
  splitNames(`
    case esac select function coproc time [[ ]] in repeat foreach end always nocorrect noglob -
    declare typeset local integer float pushd popd dirs builtin let source
  `),
)
/** What a shell that never runs our own lines takes for itself. */
const FOREIGN: ReadonlySet<string> = new Set(
  splitNames(`
    if foreach for while switch try throw trap return exit break continue param begin process end
    filter function class enum using data do until workflow parallel sequence configuration iex icm
    saps start ii where r h ihy sc set select ni si sp sal nal ipmo gcm and or not begin builtin
    string math abbr call goto rem copy del erase move ren
  `),
)

/**
 * `loose`: there is another grammar in it. `strange`: a bracket is where only one shell has a
 * meaning for it.
 */
export type Commands =
  | {
      readonly kind: 'commands'
      readonly commands: readonly PlainCommand[]
      readonly foreign: boolean
    }
  | { readonly kind: 'loose' }
  | { readonly kind: 'strange' }

type PartialPart = { assigned: PlainWord[]; words: PlainWord[]; redirects: [string, PlainWord][] }
const empty = (): PartialPart => ({ assigned: [], words: [], redirects: [] })

export function plainCommands(tokens: readonly Token[]): Commands {
  const commands: PlainCommand[] = []
  let current = empty()
  let foreign = false
  /** Behind the end of a group only redirections and operators are. */
  let closed = false
  let runsNothing = false
  const isStarted = (): boolean =>
    current.words.length + current.assigned.length + current.redirects.length > 0
  const flush = (): void => {
    // A redirection alone starts a program in one shell.
    if (current.words.length === 0 && current.redirects.length > 0 && !closed) runsNothing = true
    if (isStarted()) commands.push(current)
    current = empty()
    closed = false
  }
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'redirect') {
      const target = tokens[++at]
      if (target?.kind !== 'word' || target.text === '{' || target.text === '}')
        return { kind: 'strange' }
      if (/[<>]&$/.test(token.text) && !/^(\d|-)$/.test(target.text))
        // A number in quotes is a file for one shell.
        return { kind: /^[\w./-]*[A-Za-z_./][\w./-]*$/.test(target.text) ? 'loose' : 'strange' }
      current.redirects.push([token.text, target])
    } else if (token.kind === 'operator') {
      const next = tokens[at + 1]
      if (token.text.startsWith('((')) return { kind: 'loose' }
      if (token.text === '(') {
        if (isStarted() || closed) return { kind: 'strange' }
        if (next?.kind === 'operator' && next.text === '(') return { kind: 'loose' }
      } else {
        flush()
        closed = token.text === ')'
      }
    } else {
      const { text, quoted } = token
      // A function.
      if (/\(\s*\)$/.test(text) && !quoted) return { kind: 'loose' }
      const reserved = !quoted && !isStarted()
      if (reserved && OPENS.has(text)) {
        foreign = true
        closed = false
      } else if (reserved && CLOSES.has(text)) {
        closed = true
        foreign = true
      } else if (closed) return { kind: 'strange' }
      else if (reserved && OWN.has(text)) return { kind: 'loose' }
      else if (reserved && text === 'for') {
        foreign = true
        const read = readFor(tokens, at)
        if (read === null) return { kind: 'loose' }
        at = read
      } else if (current.words.length === 0 && /^[A-Za-z_]\w*\+?=/.test(text)) {
        if (text.includes('+=') && /^\w+\+=/.test(text)) return { kind: 'loose' }
        foreign = true
        current.assigned.push(token)
      } else if (!quoted && (text === '{' || text === '}')) return { kind: 'strange' }
      // A group, for a shell that needs no blank behind its bracket.
      else if (current.words.length === 0 && text.startsWith('{')) return { kind: 'loose' }
      else {
        if (current.words.length === 0 && FOREIGN.has(text.toLowerCase())) foreign = true
        current.words.push(token)
      }
    }
  }
  flush()
  return runsNothing ? { kind: 'loose' } : { kind: 'commands', commands, foreign }
}

/** `for NAME` with or without `in WORDS`: where its head ends. */
function readFor(tokens: readonly Token[], at: number): number | null {
  const name = tokens[at + 1]
  if (name?.kind !== 'word' || !/^[A-Za-z_]\w*$/.test(name.text)) return null
  let end = at + 2
  const next = tokens[end]
  if (next?.kind !== 'word' || next.text !== 'in') return null
  for (end++; tokens[end]?.kind === 'word'; end++);
  const stop = tokens[end]
  return stop?.kind === 'operator' && (stop.text === ';' || stop.text === '\n') ? end : null
}
