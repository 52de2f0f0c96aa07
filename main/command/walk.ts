// Walks a syntax tree and notes every command, assignment and redirection in it. A node that is not
// known here counts as opaque.
import type {
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  For,
  Function as FunctionNode,
  ParsedScript,
  Pipeline,
  Redirected,
  Select,
  Statement,
  Word as WordNode,
} from 'unbash'
import { noteAssignment, noteNamed } from './assignments.ts'
import { runCommand } from './commands.ts'
import { noteTimed } from './foreign-assignments.ts'
import { cut } from './effects/partial-part.ts'
import { walkSubstitutions } from './substitutions.ts'
import { noteFunction } from './functions.ts'
import { noteRedirect } from './redirects.ts'
import { joinedBy, note, through, type Scope } from './scope.ts'
import { either } from './folders.ts'
import { hasCd } from './parse/pre-scan.ts'
import { noteTest } from './test-command.ts'
import { steers } from './tables/variables.ts'
import { feedOf } from './feeds.ts'
import { fedByPipe, fedByRedirect, noteFed } from './fed-texts.ts'
import { loopOf, wordOf } from './loops.ts'
import { knownWord, readWord, type Word } from './parse/words.ts'

export function walkScript(script: ParsedScript, source: string, scope: Scope): void {
  walkStatements(script.commands, script.source ?? source, scope)
}

function walkStatements(statements: readonly Statement[], source: string, scope: Scope): void {
  for (const [at, { command, background }] of statements.entries()) {
    const before = scope.folders
    const { numbers } = scope
    const step = `${statements.length > 1 ? `;${at}` : ''}${background === true ? '&' : ''}`
    joinedBy(scope, step, () => walkNode(command, source, scope))
    // A `cd` may fail, and one in the background moves nobody else.
    scope.folders = background === true ? before : either(before, scope.folders)
    if (background === true) scope.numbers = numbers
  }
}

type Node = Statement['command'] | CompoundList

function walkNode(node: Node, source: string, scope: Scope): void {
  switch (node.type) {
    case 'Command':
      return walkCommand(node, source, scope)
    case 'AndOr': {
      const seen = [scope.folders]
      let surely = scope.numbers
      for (const [at, command] of node.commands.entries()) {
        if (node.operators[at - 1] === '||') {
          scope.folders = seen.reduce(either)
          scope.numbers = surely
        }
        joinedBy(scope, `${node.operators[at - 1] ?? ''}${at}`, () =>
          walkNode(command, source, scope),
        )
        seen.push(scope.folders)
        if (at === 0) surely = scope.numbers
      }
      scope.folders = seen.reduce(either)
      scope.numbers = surely
      return
    }
    case 'Pipeline':
      return joinedBy(scope, prefixOf(node), () => walkPipeline(node, source, scope))
    case 'CompoundList':
      return walkStatements(node.commands, source, scope)
    case 'BraceGroup':
      return joinedBy(scope, '{', () => walkNode(node.body, source, scope))
    case 'Subshell':
      return joinedBy(scope, '(', () => walkNode(node.body, source, through(scope, '( )')))
    case 'Redirected':
      return walkRedirected(node, source, scope)
    case 'If': {
      joinedBy(scope, 'if', () => walkNode(node.clause, source, scope))
      const lists = [node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then])]
      for (const [at, list] of lists.entries())
        joinedBy(scope, `then${at}`, () => walkPerhaps(list, source, scope))
      const last = node.else
      if (last !== undefined) joinedBy(scope, 'else', () => walkPerhaps(last, source, scope))
      return
    }
    case 'For':
    case 'Select':
      walkWords([node.name, ...(node.wordlist ?? [])], source, scope)
      if (
        node.type === 'For' &&
        !steers(node.name.text) &&
        (node.wordlist ?? []).length > 0 &&
        node.wordlist?.every(({ text }) => /^\d+$/.test(text)) === true
      )
        scope.numbers = new Set([...scope.numbers, node.name.text])
      else noteNamed(node.name.text, source.slice(node.pos, node.body.pos), scope)
      return walkFor(node, source, scope)
    case 'ArithmeticFor':
      // Its beginning is reckoned before all else in it.
      for (const [, name = ''] of source
        .slice(node.pos, node.body.pos)
        .matchAll(/^for\s*\(\(\s*([A-Za-z_]\w*)\s*=\s*\d+\s*;/g)) {
        scope.numbers = new Set([...scope.numbers, name])
        if (steers(name)) noteNamed(name, source.slice(node.pos, node.body.pos), scope)
      }
      walkSubstitutions(node, source, scope, inside)
      return walkLoop('for', [node.body], source, scope)
    case 'While':
      return walkLoop(node.kind, [node.clause, node.body], source, scope)
    case 'Case':
      walkWords([node.word, ...node.items.flatMap(({ pattern }) => pattern)], source, scope)
      for (const [at, { body }] of node.items.entries())
        joinedBy(scope, `case${at}`, () => walkPerhaps(body, source, scope))
      return
    case 'Function':
      return walkFunction(node, source, scope)
    case 'Coproc':
      if (node.name !== undefined)
        noteNamed(node.name.text, source.slice(node.pos, node.end), scope)
      return walkNode(node.body, source, through(scope, 'coproc'))
    case 'TestCommand':
      walkSubstitutions(node, source, scope, inside)
      return noteTest(node, source, scope)
    case 'ArithmeticCommand':
      // A shell without `(( ))` takes this for a subshell in a subshell.
      walkSubstitutions(node, source, scope, inside)
      return noteOpaque(node, source, scope)
    default:
      return noteOpaque(node, source, scope)
  }
}

const inside = (script: ParsedScript, source: string, scope: Scope): void =>
  walkScript(script, source, scope)

function walkCommand(node: Command, source: string, scope: Scope): void {
  const from = scope.sheet.partials.length
  for (const each of node.prefix)
    if (each.type === 'Assignment') noteAssignment(each, scope, node.name?.value)
  if (node.name !== undefined) {
    const last = node.args.at(-1) ?? node.name
    const words = [node.name, ...node.args]
    runCommand(words.map(wordIn(scope)), source.slice(node.name.pos, last.end), scope)
  }
  walkSubstitutions(node, source, scope, inside)
  for (const each of node.redirects) noteRedirect(each, source, scope)
  for (const each of node.redirects) noteFed(from, fedByRedirect(each, source), scope)
}

const wordIn =
  ({ loop }: Scope) =>
  (word: WordNode | Assignment): Word | Assignment =>
    word.type === 'Word' ? wordOf(readWord(word), loop) : word

function walkRedirected(node: Redirected, source: string, scope: Scope): void {
  const from = scope.sheet.partials.length
  walkNode(node.command, source, scope)
  for (const each of node.redirects) {
    walkSubstitutions(each, source, scope, inside)
    noteRedirect(each, source, scope)
  }
  for (const each of node.redirects) noteFed(from, fedByRedirect(each, source), scope)
}

function walkWords(words: readonly WordNode[], source: string, scope: Scope): void {
  for (const word of words) walkSubstitutions(word, source, scope, inside)
}

function walkFor(node: For | Select, source: string, scope: Scope): void {
  const { loop } = scope
  scope.loop = node.type === 'For' ? loopOf(node, source) : null
  walkLoop(headOf(node, scope), [node.body], source, scope)
  scope.loop = loop
}

/** What moves in a loop moves again each time round. */
function walkLoop(
  head: string,
  lists: readonly CompoundList[],
  source: string,
  scope: Scope,
): void {
  if (lists.some(hasCd)) scope.folders = null
  for (const [at, list] of lists.entries())
    joinedBy(scope, `${head}${at}`, () => walkPerhaps(list, source, scope))
}

/**
 * A longer head than this is not kept with each part of the loop, and such a line is never exact.
 */
const LONGEST_HEAD = 200

/** What a loop runs over is no part of its own, and decides how often its parts run. */
function headOf({ name, wordlist = [] }: For | Select, scope: Scope): string {
  const head = `for ${JSON.stringify([name, ...wordlist].map(({ text }) => text))}`
  if (head.length <= LONGEST_HEAD) return head
  scope.sheet.doubts.add('loose')
  return 'for …'
}

const prefixOf = ({ prefixes }: Pipeline): string =>
  prefixes.map(({ type }) => (type === 'Negation' ? '!' : 'time')).join('')

function walkPipeline(
  { commands, operators, prefixes }: Pipeline,
  source: string,
  scope: Scope,
): void {
  const [first] = commands
  // To a shell without the word it is a program, and these are its options.
  if (prefixes.at(-1)?.type !== 'Negation' && prefixes.length > 0 && first?.type === 'Command') {
    const { name } = first
    const set = first.prefix.find((each) => each.type === 'Assignment')
    if (set !== undefined) noteTimed(set, scope)
    if (name?.text.startsWith('-') === true)
      runCommand(
        [knownWord('time'), ...[name, ...first.args].map(wordIn(scope))],
        source.slice(name.pos, first.end),
        scope,
      )
  }
  if (commands.length === 1) walkNode(commands[0] as CommandNode, source, scope)
  else
    for (const [at, command] of commands.entries())
      joinedBy(scope, `|${at}`, () => {
        const isFed =
          operators[at - 1] === '|' && command.type === 'Command' && command.redirects.length === 0
        const feed = isFed ? feedOf(commands[at - 1]) : null
        const from = scope.sheet.partials.length
        walkNode(command, source, { ...scope, feed })
        noteFed(from, fedByPipe(commands[at - 1], source), scope)
      })
}

/** What it sets is set only if it runs. */
function walkPerhaps(list: CompoundList, source: string, scope: Scope): void {
  const { numbers } = scope
  walkNode(list, source, scope)
  scope.numbers = numbers
}

function walkFunction(node: FunctionNode, source: string, scope: Scope): void {
  noteFunction(node, source, scope)
  walkNode(node.body, source, through(scope, `function ${node.name.text}`))
}

function noteOpaque(
  node: { readonly pos: number; readonly end: number },
  source: string,
  scope: Scope,
): void {
  note(scope, {
    text: cut(source.slice(node.pos, node.end)),
    words: [],
    opaque: true,
    exact: false,
    effects: ['unknown'],
    uses: [],
  })
}
