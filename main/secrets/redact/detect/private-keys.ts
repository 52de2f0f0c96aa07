// Private keys in blocks from BEGIN to END. One without an end is taken to the end of the text. The
// only secrets that go over line ends, so the only ones for which something is remembered from one
// window to the next.
import type { Finding } from '../known-secrets.ts'
import type { Window } from '../chunker.ts'

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-[23]:/g
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC: ?[0-9a-f]{40,64}/g

export const KEY_RULE = 'private-key'

/**
 * Looks at the windows of one text in their order. Linear, by hand: no pattern does it in linear
 * time.
 */
export function openKeyBlocks(): (window: Window) => Finding[] {
  let inside = false
  /** How far the end mark of a block reaches into the next window. */
  let over = 0
  return ({ text, from, to }) => {
    const found: Finding[] = []
    let at = from
    if (over > 0) {
      found.push({ start: from, end: from + over, name: KEY_RULE, continues: true })
      at = from + over
      over = 0
    }
    let start = inside ? from : -1
    while (at < to) {
      if (start < 0) {
        BEGIN.lastIndex = at
        const first = BEGIN.exec(text)
        if (first === null || first.index >= to) break
        start = first.index
        at = BEGIN.lastIndex
      }
      END.lastIndex = at
      const last = END.exec(text)
      if (last === null || last.index >= to) {
        found.push({ start, end: to, name: KEY_RULE, continues: inside && start === from })
        inside = true
        return found
      }
      at = END.lastIndex
      found.push({ start, end: at, name: KEY_RULE, continues: inside && start === from })
      over = Math.max(0, at - to)
      inside = false
      start = -1
    }
    // The mark of a beginning lay over the border.
    if (start >= 0) {
      found.push({ start, end: to, name: KEY_RULE, continues: inside && start === from })
      inside = true
    }
    return found
  }
}
