// Keeps a value that is asked for often, for as long as what it was made from stays the same.

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

/**
 * What `find` says, asked once for each key in a turn of the event loop: for what the disk knows
 * and several steps of one piece of work ask for right after each other.
 */
export function memoizePerTick<V>(find: (key: string) => V): (key: string) => V {
  const found = new Map<string, V>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined) return known
    const value = find(key)
    if (found.size === 0) setImmediate(() => found.clear())
    found.set(key, value)
    return value
  }
}
