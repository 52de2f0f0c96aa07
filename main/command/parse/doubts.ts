// Reads a line a second time, more strictly than the parser, and says what is to be doubted of the
// first reading.
import type { ParsedScript, Word as WordNode } from 'unbash'
import { plainCommands, type PlainCommand } from './plain-commands.ts'
import type { Doubt } from './reader.ts'
import { readLine } from './read-tokens.ts'
import { everyNode } from './pre-scan.ts'
import { MOST_PARTS } from '../scope.ts'
import { readWord } from './words.ts'

/**
 * Empty for a line that every shell reads as the parser does: the same commands with the same
 * words, in the same order of programs. See `Doubt` for what else there is.
 */
export function doubtsOf(source: string, script: ParsedScript): ReadonlySet<Doubt> {
  const { doubts, lists } = readLine(source)
  const commands: PlainCommand[] = []
  for (const tokens of lists) {
    const read = plainCommands(tokens)
    if (read.kind !== 'commands') doubts.add(read.kind)
    else {
      commands.push(...read.commands)
      if (read.foreign) doubts.add('foreign')
    }
  }
  // Such a line is not believed in any case: its commands need not be compared.
  if (commands.length > MOST_PARTS) doubts.add('strange')
  if (!doubts.has('loose') && !doubts.has('strange') && !agree(commands, script))
    doubts.add('strange')
  return doubts
}

type Seen = { readonly key: string; readonly words: readonly WordNode[] }

/** Both readings found the same commands, and where both know a word they know the same. */
function agree(commands: readonly PlainCommand[], script: ParsedScript): boolean {
  const mine = commands.flatMap(({ assigned, words, redirects }) => [
    ...(assigned.length + words.length === 0
      ? []
      : [`c ${[...assigned, ...words].map(({ text }) => text).join('\0')}`]),
    ...redirects.map(([operator, target]) => `r ${operator.replace(/^\d+/, '')}\0${target.text}`),
  ])
  const seen = [...everyNode(script)].flatMap(seenOf)
  if (
    mine.toSorted().join('\u0001') !==
    seen
      .map(({ key }) => key)
      .toSorted()
      .join('\u0001')
  )
    return false
  const values = new Map(
    commands
      .flatMap(({ words, redirects }) => [...words, ...redirects.map(([, target]) => target)])
      .map(({ text, value }) => [text, value]),
  )
  return seen.every(({ words }) =>
    words.every((word) => {
      const value = values.get(word.text)
      return value === undefined || value === null || readWord(word).value === value
    }),
  )
}

function seenOf(
  node: ReturnType<typeof everyNode> extends Generator<infer N> ? N : never,
): readonly Seen[] {
  if (node.type === 'Redirect')
    return node.target === undefined
      ? []
      : [{ key: `r ${node.operator}\0${node.target.text}`, words: [node.target] }]
  if (node.type !== 'Command') return []
  const assigned = node.prefix.filter((each) => each.type === 'Assignment')
  const words = node.name === undefined ? [] : [node.name, ...node.args]
  if (assigned.length + words.length === 0) return []
  const texts = [...assigned, ...words].map(({ text }) => text)
  return [{ key: `c ${texts.join('\0')}`, words: words.filter((word) => word.type === 'Word') }]
}
