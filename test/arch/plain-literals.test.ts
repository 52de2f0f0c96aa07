// What a literal holds is written in it: no object literal is spread into another literal or into an
// element, and no array literal but one that is a line of a table of words.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{contract,main,preload,renderer,test,tools}/**/*.{ts,tsx}', { cwd: root })

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const isConstant = (node: unknown): boolean =>
  isNode(node) &&
  (node.type === 'Literal' ||
    node.type === 'TemplateLiteral' ||
    (node.type === 'ArrayExpression' && (node['elements'] as readonly unknown[]).every(isConstant)))

/** The lines in which a literal is spread. */
function spreads(name: string, text: string): readonly number[] {
  if (!/\.\.\.[[{]/.test(text)) return []
  const parsed = parseSync(name, text)
  expect(parsed.errors).toEqual([])
  const found: number[] = []
  const visit = (node: Node): void => {
    const spread = node.type === 'SpreadElement' || node.type === 'JSXSpreadAttribute'
    const argument = spread ? (node['argument'] as Node) : null
    if (
      argument?.type === 'ObjectExpression' ||
      (argument?.type === 'ArrayExpression' && !isConstant(argument))
    )
      found.push(text.slice(0, node.start).split('\n').length)
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) for (const each of member) if (isNode(each)) visit(each)
      if (isNode(member)) visit(member)
    }
  }
  visit(parsed.program as unknown as Node)
  return found
}

it.each([
  ['const a = { ...{ b, c }, d }', [1]],
  ['const a = {\n  b,\n  ...{ c },\n}', [3]],
  ['const a = [...[b, c], d]', [1]],
  ['const a = <A {...{ b }} />', [1]],
  ["const a = [...['b', 'c'], ...['d']]", []],
  ['const a = { ...b, ...(c ? { d } : {}), e: [...f] }', []],
])('finds the literals that are spread: %j', (text, lines) => {
  expect(spreads('sample.tsx', text)).toEqual(lines)
})

it('spreads no literal', () => {
  expect(files.length).toBeGreaterThan(3_000)
  const found = files.flatMap((file) =>
    spreads(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})
