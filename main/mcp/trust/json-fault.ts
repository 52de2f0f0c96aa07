// Pure. Whether a value is one that a schema can be held against in good time.

const DEEPEST = 64
const MOST_VALUES = 50_000

/** What is too much of it; null when nothing is. */
export function jsonFault(value: unknown): string | null {
  let left = MOST_VALUES
  const visit = (at: unknown, depth: number): string | null => {
    if (depth > DEEPEST) return `is nested deeper than ${DEEPEST}`
    if (--left < 0) return `has more than ${MOST_VALUES} values`
    if (at === null || typeof at !== 'object') return null
    for (const member of Object.values(at)) {
      const fault = visit(member, depth + 1)
      if (fault !== null) return fault
    }
    return null
  }
  return visit(value, 0)
}
