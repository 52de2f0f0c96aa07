// What is inside of words: substitutions with commands of their own, and expansions that run more
// than they show.
import {
  forEachChild,
  type ParameterExpansionPart,
  type ParsedScript,
  type SyntaxNode,
} from 'unbash'
import { noteNamed } from './assignments.ts'
import { cut } from './effects/partial-part.ts'
import { note, through, type Scope } from './scope.ts'
import { steers } from './tables/variables.ts'

type Enter = (script: ParsedScript, source: string, scope: Scope) => void

/**
 * Looks through everything below a node but other commands' bodies: its words, values, targets,
 * expressions.
 */
export function walkSubstitutions(
  root: SyntaxNode,
  source: string,
  scope: Scope,
  enter: Enter,
): void {
  forEachChild(root, (node) => visit(node, source, scope, enter))
}

function visit(node: SyntaxNode, source: string, scope: Scope, enter: Enter): void {
  const { type } = node
  // These are for code that walks commands.
  if (type === 'CompoundList' || type === 'Statement') return
  if (type === 'CommandExpansion' || type === 'ArithmeticCommandExpansion') {
    if (node.script !== undefined) enter(node.script, source, through(scope, '$( )'))
    // What it prints is reckoned with, and can itself hold commands.
    if (type === 'ArithmeticCommandExpansion') noteHidden(node.text, scope)
    return
  }
  if (type === 'ProcessSubstitution') {
    if (node.script !== undefined) enter(node.script, source, through(scope, `${node.operator}( )`))
    return
  }
  if (type === 'ArithmeticWord') noteReckoned(node.value, scope)
  if (type === 'ParameterExpansion') noteExpansion(node, scope)
  forEachChild(node, (child) => visit(child, source, scope, enter))
}

function noteExpansion(node: ParameterExpansionPart, scope: Scope): void {
  const { operation, index, prefix, parameter, text } = node
  if (index !== undefined && index.text !== '@' && index.text !== '*')
    noteReckoned(index.text, scope)
  // The value of one variable as the name of another: it may be `a[$(command)]`.
  if (prefix === '!' && operation?.type !== 'Names') noteHidden(text, scope)
  if (operation === undefined) return
  if (operation.type === 'Default' && operation.operator.endsWith('='))
    noteNamed(parameter, text, scope)
  // As a prompt: substitutions in the value are run.
  if (operation.type === 'Transform' && !/^[QEAaKkULu]$/.test(operation.operand.text))
    noteHidden(text, scope)
  if (operation.type === 'Unknown') noteHidden(text, scope)
  if (operation.type === 'Slice') {
    // One shell sets a variable by `::=`.
    if (/^\$\{\W*\w+:[^}]*=/.test(text)) noteNamed(parameter, text, scope)
    noteReckoned(operation.offset.text, scope)
    if (operation.length !== undefined) noteReckoned(operation.length.text, scope)
  }
}

/** Names in an expression are looked up, and what they hold is reckoned again. */
export function noteReckoned(expression: string, scope: Scope): void {
  if (/\$[^A-Za-z_{]|\$\{[^A-Za-z_]|`/.test(expression)) return noteHidden(expression, scope)
  for (const [name] of expression.matchAll(/\d\w*|[A-Za-z_]\w*/g)) {
    if (/^\d/.test(name)) continue
    // The value of a variable that the line did not set depends on who started the shell.
    // To set one that decides what runs is no matter of its value.
    if (!scope.numbers.has(name) || steers(name)) return noteHidden(expression, scope)
    scope.sheet.reckoned.push({ name, text: expression, scope })
  }
}

export function noteHidden(text: string, scope: Scope): void {
  note(scope, {
    text: cut(text),
    words: [],
    opaque: true,
    exact: false,
    effects: ['unknown'],
    uses: [],
  })
}
