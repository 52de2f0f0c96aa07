// How long a text may be for a regular expression that a stranger wrote. The engine goes back and
// tries again, so what counts is how many parts of it can each take a different number of
// characters. Pure.

/**
 * The power of a text's length with which the work may grow: 1 a line, 2 a square …; null: it might
 * be without bounds. Strict: repeated groups may hold nothing that repeats or chooses, and what
 * refers back or looks around is refused.
 */
export function patternWork(pattern: string): number | null {
  if (pattern.length > 1_000) return null
  const anchored = pattern.startsWith('^')
  // For each open group: whether something in it repeats or chooses.
  const groups: boolean[] = []
  let loose = 0
  let closed = false
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]
    const wasClosed: boolean = closed
    closed = false
    switch (character ?? '') {
      case '\\': {
        const next = pattern[at + 1] ?? ''
        if (/[1-9k]/.test(next)) return null
        at = /[pP]/.test(next) && pattern[at + 2] === '{' ? pattern.indexOf('}', at) : at + 1
        if (at === -1) return null
        break
      }
      case '[':
        at = endOfClass(pattern, at)
        if (at === -1) return null
        break
      case '(':
        if (pattern[at + 1] === '?') {
          if (!/^\(\?(?::|<[A-Za-z]\w*>)/.test(pattern.slice(at))) return null
          at = pattern.indexOf(pattern[at + 2] === ':' ? ':' : '>', at)
        }
        groups.push(false)
        break
      case ')': {
        const inner = groups.pop()
        if (inner === undefined) return null
        closed = inner
        if (inner && groups.length > 0) groups[groups.length - 1] = true
        break
      }
      case '|':
        if (anchored && groups.length === 0) return null
        if (groups.length > 0) groups[groups.length - 1] = true
        break
      case '*':
      case '+':
      case '{':
      case '?': {
        const counted = character === '{' ? /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(at)) : null
        if (character === '{' && counted === null) break
        const exact = counted !== null && counted[2] === undefined
        const most =
          counted === null
            ? character === '?'
              ? 1
              : Number.POSITIVE_INFINITY
            : Number(counted[3] ?? counted[1])
        const open = counted !== null && counted[2] !== undefined && counted[3] === ''
        if (wasClosed && (open || most > 1)) return null
        if (!exact && (open || most > 1)) {
          loose += 1
          if (groups.length > 0) groups[groups.length - 1] = true
        } else if (!exact && groups.length > 0) groups[groups.length - 1] = true
        if (counted !== null) at += counted[0].length - 1
        // A lazy mark changes the order, not the work.
        if (pattern[at + 1] === '?') at += 1
        break
      }
      default:
    }
  }
  if (groups.length > 0) return null
  const power = anchored ? loose : loose + (loose === 0 ? 0 : 1)
  return power > 4 ? null : Math.max(1, power)
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at += 1) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === ']') return at
  }
  return -1
}
