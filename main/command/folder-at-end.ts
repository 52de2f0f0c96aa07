// Pure. Where a shell is once it has run a line and the last exit code is 0.
import type { Command, SyntaxNode } from 'unbash'
import { enter } from './folders.ts'
import { everyNode, MOVERS } from './parse/pre-scan.ts'
import { parseLine } from './parse/parse.ts'
import { readWord } from './parse/words.ts'

/** Commands that run words of somewhere else, which may move. */
const RUNS_OTHERS = new Set(['eval', 'source', '.'])
/** Where one of these stands, a move may never be reached, or be no move. */
const UNREADABLE = new Set(['exec', 'exit', 'return', 'trap', 'alias', 'set', 'shopt'])
/** A variable can hold a list of folders that `cd` looks in. */
const LOOKED_IN = /CDPATH|OLDPWD/

/**
 * `cwd` where nothing in the line can move; null where it may have moved and its words do not tell
 * where to. Only `cd` with one plain word is followed, where nothing decides whether it runs but the
 * success of what stands before it.
 */
export function folderAtEnd(line: string, cwd: string): string | null {
  const script = parseLine(line)
  if (script === null) return null
  let movers = 0
  let readable = !LOOKED_IN.test(line)
  for (const node of everyNode(script)) {
    if (node.type === 'Command' && RUNS_OTHERS.has(node.name?.value ?? '')) return null
    if (node.type === 'Function') readable = false
    if (node.type !== 'Word') continue
    if (UNREADABLE.has(node.value)) readable = false
    if (MOVERS.has(node.value)) movers += 1
  }
  if (movers === 0) return cwd
  if (!readable) return null
  let folder = cwd
  let followed = 0
  for (const { command, background } of script.commands) {
    if (background === true) continue
    for (const step of stepsOf(command)) {
      const target = targetOf(step)
      if (target === null) continue
      followed += 1
      folder = enter([folder], target)?.[0] ?? folder
    }
  }
  return followed === movers ? folder : null
}

/** What runs one after another, each where the one before succeeded. */
function stepsOf(node: SyntaxNode): readonly Command[] {
  if (node.type === 'Command') return [node]
  if (node.type !== 'AndOr' || node.operators.some((operator) => operator !== '&&')) return []
  return node.commands.flatMap((each) => (each.type === 'Command' ? [each] : []))
}

/** Null: it is no `cd` that can be followed. */
function targetOf({ name, prefix, suffix, redirects }: Command): string | null {
  if (name?.value !== 'cd' || prefix.length > 0 || redirects.length > 0) return null
  const words = suffix.flatMap((each) => (each.type === 'Word' ? [each] : []))
  const [word, ...more] = words[0]?.value === '--' ? words.slice(1) : words
  if (word === undefined || more.length > 0 || words.length < suffix.length) return null
  const { value, path } = readWord(word)
  const isPlain = value !== null && value !== '' && !value.startsWith('-') && path?.whole === true
  return isPlain && !path.at.startsWith('~') ? path.at : null
}
