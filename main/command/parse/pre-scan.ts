// Pure. Collects from a syntax tree what has to be known before it is walked.
import { forEachChild, type SyntaxNode } from 'unbash'

/** Every node below, the node itself included. */
export function* everyNode(root: SyntaxNode): Generator<SyntaxNode> {
  const open: SyntaxNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node
    forEachChild(node, (child) => open.push(child))
  }
}

export const MOVERS: ReadonlySet<string> = new Set(['cd', 'pushd', 'popd', 'chdir'])

/** Could it move to another folder? Also behind `command` and its like. */
export function hasCd(root: SyntaxNode): boolean {
  for (const node of everyNode(root))
    if (node.type === 'Word' && MOVERS.has(node.value)) return true
  return false
}

export function hasFunction(root: SyntaxNode): boolean {
  for (const node of everyNode(root)) if (node.type === 'Function') return true
  return false
}
