// Where in the text a value or key is. Pure.
import { isMap, isNode, isPair, isScalar, type Document } from 'yaml'

export function keyOffset(document: Document, path: readonly PropertyKey[], key: string): number {
  const map = nodeAt(document, path)
  if (isMap(map)) {
    for (const pair of map.items) {
      if (isPair(pair) && isScalar(pair.key) && String(pair.key.value) === key)
        return pair.key.range?.[0] ?? 0
    }
  }
  return valueOffset(document, path)
}

/**
 * Where the value is; for one that is missing or empty, where its nearest parent or its key
 * is.
 */
export function valueOffset(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = nodeAt(document, path.slice(0, length))
    if (isScalar(node) && node.value === null && node.source === '' && length > 0) {
      return keyOffset(document, path.slice(0, length - 1), String(path[length - 1]))
    }
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

export const nodeAt = (document: Document, path: readonly PropertyKey[]): unknown =>
  path.length === 0 ? document.contents : document.getIn(path, true)

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let here: unknown = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}
