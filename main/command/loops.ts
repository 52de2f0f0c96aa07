// What the name of a loop means in its body: one of the words that the line itself says.
import type { For } from 'unbash'
import { below, readWord, type Word } from './parse/words.ts'
import type { Loop } from './scope.ts'

/** Names that some shell ties to something of its own. */
const TIED = new Set(
  `argv cdpath fignore fpath mailpath manpath module_path path prompt psvar status watch pipestatus
   options commands functions aliases parameters builtins history signals widgets keymaps dirstack`.split(
    /\s+/,
  ),
)

/** What could give a name another value without writing the name. */
const SETS =
  /(?<![\w-])(?:eval|source|read|mapfile|readarray|declare|typeset|local|export|readonly|unset|getopts|let|trap|set|shift|vared|zparseopts|function|wait|coproc|IFS)(?![\w-])|(?:^|[;&|({\s])\.\s|\(\s*\)|\(\(|\$\[|printf[^;&|]*-v/

/** What could make another name mean this one, or run anything, anywhere in the line. */
const BINDS =
  /(?<![\w-])(?:eval|source|declare|typeset|local|alias|function|trap|coproc|nameref)(?![\w-])|(?:^|[;&|({\s])\.\s/

/**
 * Null where the name may come to mean something else. Only what is quoted in the body is the
 * whole word again: without quotes a name with white space in it is parted.
 */
export function loopOf(node: For, source: string): Loop | null {
  const name = node.name.text
  const words = (node.wordlist ?? []).map(readWord)
  const at = commonPlace(words)
  if (at === null || !/^[a-z][a-z0-9_]*$/.test(name) || TIED.has(name)) return null
  if (SETS.test(source.slice(node.body.pos, node.body.end)) || BINDS.test(source)) return null
  for (const { index } of source.matchAll(new RegExp(String.raw`(?<!\w)${name}(?!\w)`, 'g'))) {
    if (index === node.name.pos) continue
    const before = source.slice(Math.max(0, index - 2), index)
    const isRead = before.endsWith('${')
      ? source[index + name.length] === '}'
      : before.endsWith('$')
    if (!isRead) return null
  }
  return { name, word: at }
}

/** The only word, or something below the folder where the line runs. */
function commonPlace(words: readonly Word[]): Word | null {
  const [first] = words
  if (first === undefined || words.some(({ path }) => path === null)) return null
  const operand = words.every(({ prefix }) => prefix !== '' && !prefix.startsWith('-'))
    ? ({ operand: true } as const)
    : {}
  if (words.length === 1) return { ...first, value: null, prefix: '', plain: false, ...operand }
  const inside = words.every(
    ({ path }) => path !== null && !/^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(path.at),
  )
  return inside ? { ...below('…', '.'), prefix: '', ...operand } : null
}

/** The word as it is in the body, where it is the name and nothing else. */
export const wordOf = (word: Word, loop: Loop | null): Word =>
  loop !== null && (word.text === `"$${loop.name}"` || word.text === `"\${${loop.name}}"`)
    ? { ...loop.word, text: word.text, prefix: '' }
    : word
