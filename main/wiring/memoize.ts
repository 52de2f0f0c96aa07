/**
 * A value that is made from its keys and made again when one of them changes, and only then. Keys
 * are compared by identity: a configuration is a new object whenever it is another one.
 */
export function memoize<K extends readonly unknown[], V>(
  keys: () => K,
  make: (...keys: K) => V,
): () => V {
  let created: { readonly keys: K; readonly value: V } | null = null
  return () => {
    const now = keys()
    if (created === null || created.keys.some((key, at) => key !== now[at]))
      created = { keys: now, value: make(...now) }
    return created.value
  }
}
