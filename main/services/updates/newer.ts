// Which of two versions is newer, as Semantic Versioning orders them. Pure.

/** Negative: `a` is older. Zero for the same. What is no version is older than any. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let at = 0; at < 3; at += 1) {
    const difference = (left.numbers[at] ?? -1) - (right.numbers[at] ?? -1)
    if (difference !== 0) return difference
  }
  return comparePre(left.pre, right.pre)
}

function partsOf(version: string): {
  readonly numbers: readonly number[]
  readonly pre: readonly string[]
} {
  const found = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/.exec(version)
  return {
    numbers: found === null ? [] : found.slice(1, 4).map(Number),
    pre: found?.[4]?.split('.') ?? [],
  }
}

/** One without is newer than its own pre-releases. */
function comparePre(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [left, right] = [a[at], b[at]]
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1
    if (left === right) continue
    const [leftNumber, rightNumber] = [/^\d+$/.test(left), /^\d+$/.test(right)]
    if (leftNumber && rightNumber) return Number(left) - Number(right)
    if (leftNumber !== rightNumber) return leftNumber ? -1 : 1
    return left < right ? -1 : 1
  }
  return 0
}
