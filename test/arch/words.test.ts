// Every word that a person reads is in a table of words (strings.ts, *-text.ts), ready to be
// translated; none in the markup. The words themselves: sentences.test.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('renderer/**/*.tsx', { cwd: root }).toSorted()

/** Attributes that are read to people. */
const spoken =
  /^(title|alt|placeholder|label|closeLabel|aria-label|aria-description|aria-roledescription|aria-valuetext)$/
const hasWord = (text: string): boolean => /\p{L}{2,}/u.test(text)

type Node = { readonly type: string; readonly [member: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The words of a literal or a template; null for anything that is worked out. */
function wordsOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type !== 'TemplateLiteral') return null
  return (node['quasis'] as readonly { readonly value: { readonly raw: string } }[])
    .map(({ value }) => value.raw)
    .join(' ')
}

const within = (node: unknown): unknown =>
  isNode(node) && node.type === 'JSXExpressionContainer' ? node['expression'] : node

function literalWords(name: string, text: string): readonly string[] {
  const parsed = parseSync(name, text)
  expect(parsed.errors).toEqual([])
  const found: string[] = []
  const note = (words: string | null, before = ''): void => {
    if (words !== null && hasWord(words)) found.push(`${before}${words.trim()}`)
  }
  const visit = (node: Node): void => {
    if (node.type === 'JSXText') note(node['value'] as string)
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node['children'] as readonly Node[])
        if (child.type === 'JSXExpressionContainer') note(wordsOf(within(child)))
    if (node.type === 'JSXAttribute') {
      const called = String((node['name'] as Node)['name'])
      if (spoken.test(called)) note(wordsOf(within(node['value'])), `${called}=`)
    }
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) for (const each of member) if (isNode(each)) visit(each)
      if (isNode(member)) visit(member)
    }
  }
  visit(parsed.program as unknown as Node)
  return found
}

/** Names of keys and examples of paths are the same in every language. */
const keys = ['Esc', 'placeholder=/home/…']

describe('words in the markup', () => {
  it('are looked for in every part of the window', () => expect(files.length).toBeGreaterThan(50))

  it.each(files)('%s has none', (file) => {
    expect(
      literalWords(file, readFileSync(join(root, file), 'utf8')).filter(
        (word) => !keys.includes(word),
      ),
    ).toEqual([])
  })

  it.each([
    ['const a = <p>Hello there</p>', ['Hello there']],
    ['const a = <p>{"Hello"}</p>', ['Hello']],
    ['const a = <p title="Hello">{strings.a}</p>', ['title=Hello']],
    ['const a = <p aria-label={`Hello ${name}`}>{strings.a}</p>', ['aria-label=Hello']],
    ['const a = <p className="hello">· {strings.a} →</p>', []],
  ])('are found: %s', (text, want) => expect(literalWords('a.tsx', text)).toEqual(want))
})
