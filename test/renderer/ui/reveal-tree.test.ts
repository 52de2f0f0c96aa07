import { describe, expect, it } from 'vitest'
import { nullsShown, revealTree, type Tree } from '../../../renderer/ui/text/reveal-tree.ts'

/** What a reader sees, tokens in brackets. */
function shown(text: string): string {
  const tree: Tree = {
    type: 'root',
    children: [{ type: 'element', tagName: 'p', children: [{ type: 'text', value: text }] }],
  }
  revealTree(tree, 'token')
  const textOf = (node: Tree): string => {
    const inside = node.value ?? (node.children ?? []).map(textOf).join('')
    return JSON.stringify(node.properties) === '{"className":["token"]}' ? `[${inside}]` : inside
  }
  return textOf(tree)
}

describe('text that a model writes', () => {
  it.each([
    ['pay\u202egpj.exe', 'pay[U+202E right-to-left override]gpj.exe'],
    ['a\u200bb', 'a[U+200B zero-width space]b'],
    ['a\u0007b', 'a[U+0007 bell]b'],
    ['plain words\nand lines', 'plain words\nand lines'],
    ['❤️ 👩‍👩‍👧 1️⃣', '❤️ 👩‍👩‍👧 1️⃣'],
    ['👩\u200d\u202ex', '👩\u200d[U+202E right-to-left override]x'],
    ['no\ufe0fpicture', 'no[U+FE0F hidden character]picture'],
  ])('%j', (text, seen) => {
    expect(shown(text)).toBe(seen)
  })

  it('shows a null where a parser would drop it', () => {
    expect(nullsShown('a\u0000b')).toBe('a␀b')
  })
})
