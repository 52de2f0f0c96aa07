// How long the functions of the program are.
import { parseSync } from 'vite'

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** What a name is given to. A function without any is called by the line it begins in. */
function nameOf(node: Node, parent: Node | null): string | null {
  const named = isNode(node['id']) ? node['id'] : (parent?.['id'] ?? parent?.['key'])
  return isNode(named) && typeof named['name'] === 'string' ? named['name'] : null
}

/** The functions of more than `most` lines in a text, as they are written: `name` of each. */
export function longFunctions(path: string, text: string, most: number): readonly string[] {
  if (text.split('\n').length <= most) return []
  const found: string[] = []
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length
  const visit = (node: Node, parent: Node | null): void => {
    const isFunction = /^(?:Arrow)?Function/.test(node.type) && isNode(node['body'])
    if (isFunction) {
      const first = lineOf(node.start)
      const lines = lineOf(node['end'] as number) - first + 1
      if (lines > most) found.push(nameOf(node, parent) ?? `line ${first}`)
    }
    for (const member of Object.values(node)) {
      if (Array.isArray(member)) for (const each of member) if (isNode(each)) visit(each, node)
      if (isNode(member)) visit(member, node)
    }
  }
  visit(parseSync(path, text).program as unknown as Node, null)
  return found
}
