// Makes visible what the text of a parsed document could hide. Pure but for the tree, which it
// changes in place.
import { reveal } from './reveal.ts'

/** As much of a document tree as is needed here. */
export type Tree = {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: Tree[]
}

/** Joins signs into one picture: these hide nothing, and people write them. */
const emoji =
  /\p{Extended_Pictographic}[\ufe0f\u200d\p{Emoji_Modifier}\p{Extended_Pictographic}]*|[0-9#*]\ufe0f\u20e3/gu

/** Every hidden character in the texts becomes an element with `token` as its class. */
export function revealTree(tree: Tree, token: string): void {
  if (tree.children === undefined) return
  tree.children = tree.children.flatMap((child) => {
    if (child.type === 'text' && child.value !== undefined) return piecesOf(child.value, token)
    revealTree(child, token)
    return [child]
  })
}

function piecesOf(text: string, token: string): Tree[] {
  const nodes: Tree[] = []
  let at = 0
  for (const match of text.matchAll(emoji)) {
    nodes.push(...plainPieces(text.slice(at, match.index), token), {
      type: 'text',
      value: match[0],
    })
    at = match.index + match[0].length
  }
  return [...nodes, ...plainPieces(text.slice(at), token)]
}

const plainPieces = (text: string, token: string): Tree[] =>
  reveal(text, true).map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', value: piece.text }
      : {
          type: 'element',
          tagName: 'span',
          properties: { className: [token] },
          children: [{ type: 'text', value: `U+${piece.code} ${piece.name}` }],
        },
  )

/** Parsers of Markdown swallow the null character, so it becomes its picture before. */
export const nullsShown = (text: string): string => text.replaceAll('\u0000', '\u2400')
