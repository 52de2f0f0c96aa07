// Turns text into a syntax tree, or says that it cannot be trusted to one. The parser forgives and
// goes on; here nothing is forgiven: a tree with any error in it is no tree.
import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash'

export const LONGEST_LINE = 32_768
/**
 * Nesting and substitutions are what the parser takes more than linear time for; nobody writes this
 * many.
 */
const DEEPEST = 40
const MOST_SUBSTITUTIONS = 128
const MOST_NODES = 60_000

/** Null: not a whole, plain shell line. */
export function parseLine(source: string): ParsedScript | null {
  if (source.length > LONGEST_LINE || tooTangled(source)) return null
  try {
    const script = parse(source)
    return isSound(script) ? script : null
  } catch {
    // A stack that overflows is the one way it throws.
    return null
  }
}

function tooTangled(source: string): boolean {
  let depth = 0
  let substitutions = 0
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '(' || char === '{') {
      const before = source[at - 1]
      if (before === '$' || before === '<' || before === '>') substitutions++
      if (++depth > DEEPEST) return true
    } else if (char === ')' || char === '}') depth = Math.max(0, depth - 1)
    else if (char === '`' || (char === '<' && source[at + 1] === '<')) substitutions++
    if (substitutions > MOST_SUBSTITUTIONS) return true
  }
  return false
}

/** Nested scripts carry their own errors, and are read only when they are looked at. */
function isSound(script: ParsedScript): boolean {
  const open: SyntaxNode[] = [script]
  let nodes = 0
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (++nodes > MOST_NODES) return false
    if (node.type === 'Script' && node.errors !== undefined && node.errors.length > 0) return false
    if (isCutOff(node)) return false
    forEachChild(node, (child) => open.push(child))
  }
  return true
}

function isCutOff(node: SyntaxNode): boolean {
  const { type } = node
  if (
    type === 'CommandExpansion' ||
    type === 'ArithmeticCommandExpansion' ||
    type === 'ProcessSubstitution'
  )
    return node.script === undefined
  if (type === 'ArithmeticExpansion') return node.expression === undefined
  if (type === 'Redirect' || type === 'HereString') return node.target === undefined
  return type === 'HereDoc' && node.delimiter === undefined
}
