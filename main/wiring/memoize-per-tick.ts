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
