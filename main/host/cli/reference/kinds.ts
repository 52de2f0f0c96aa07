// What the scripts of all shells look up: the values an option or an operand takes.
import { assertNever } from '../../../../contract/never.ts'
import type { Node, Value } from './syntax.ts'

/**
 * Key and kind. Key: the words so far with an option (`serve --port`) or with the number of an
 * operand (`connect #0`). Kind: `words a b`, `words+ a b` with files beside them, `files`, or
 * `free` where a value follows that nobody knows. `--config` is the same everywhere and left to the
 * script.
 */
export function kinds(nodes: readonly Node[]): readonly (readonly [key: string, kind: string])[] {
  return nodes.flatMap(({ path, options, operands }) => {
    const all = [
      ...options.flatMap(({ flags, value }) =>
        flags[0] === '--config' ? [] : flags.map((flag) => [flag, value] as const),
      ),
      ...operands.map((value, at) => [`#${at}`, value] as const),
    ]
    return all.flatMap(([key, value]) => {
      const kind = kindOf(value)
      return kind === null ? [] : [[`${path} ${key}`, kind] as const]
    })
  })
}

function kindOf(value: Value): string | null {
  switch (value.kind) {
    case 'switch':
      return null
    case 'words':
      return `words${value.files ? '+' : ''} ${value.words.join(' ')}`
    case 'files':
    case 'free':
      return value.kind
    default:
      return assertNever(value, 'kindOf')
  }
}
