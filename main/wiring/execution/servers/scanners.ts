// The scanners of main/secrets, as functions for what servers write.
import type { Scanners } from '../../../mcp/trust/scan/scan.ts'
import { findAtOnce } from '../../../secrets/redact/find.ts'
import { injectionFlags } from '../../../secrets/sanitize/injection.ts'
import { INVISIBLE, codePoint, isHonest } from '../../../secrets/sanitize/invisible.ts'

const INVISIBLES = new RegExp(INVISIBLE.source, 'gu')

const hides = (text: string, mark: string, index: number): boolean => {
  const before = Array.from(text.slice(Math.max(0, index - 2), index)).at(-1) ?? ''
  const after = Array.from(text.slice(index + mark.length, index + mark.length + 2))[0] ?? ''
  return mark !== '\r' && !isHonest(mark, before, after)
}

export const scanners: Scanners = {
  hidden(text) {
    const found = [...text.matchAll(INVISIBLES)].filter(({ 0: mark, index }) =>
      hides(text, mark, index),
    )
    return [...new Set(found.map(([mark]) => codePoint(mark)))]
  },
  unhide: (text) =>
    INVISIBLE.test(text)
      ? text.replace(INVISIBLES, (mark, index: number) => (hides(text, mark, index) ? '' : mark))
      : text,
  orders: injectionFlags,
  secrets(text) {
    try {
      return [...new Set(findAtOnce(text, () => []).map(({ name }) => name))]
    } catch {
      return ['the check failed']
    }
  },
}
