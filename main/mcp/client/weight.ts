/** What a value weighs, in characters; no more is counted than is asked for. */
export function weighs(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 8
  let sum = 2
  for (const [key, member] of Object.entries(value)) {
    sum += key.length + 4 + weighs(member, most - sum)
    if (sum > most) break
  }
  return sum
}
