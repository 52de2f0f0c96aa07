// Short texts in which no secret was found, so that they are not checked again for the same secrets. A
// text with a finding is not stored: no secret stays in memory by this.

/**
 * Texts kept, and characters of the longest. Past it all are forgotten: what repeats itself is soon
 * back.
 */
const MOST = 4_096
const LONGEST = 200

/** `scanned`: what was looked with. With another nothing is known. */
export function openSeenClean() {
  const texts = new Set<string>()
  let by: unknown = null
  return {
    has: (text: string, scanned: unknown): boolean => scanned === by && texts.has(text),
    add(text: string, scanned: unknown): void {
      if (text.length > LONGEST) return
      if (scanned !== by || texts.size >= MOST) texts.clear()
      by = scanned
      texts.add(text)
    },
  }
}
