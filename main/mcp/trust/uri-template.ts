// Pure. Whether an address is one that a resource template means (RFC 6570). Read from left to
// right and never back, so that no template of a server's can take long; where that makes it miss
// an address, the address is refused.

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly allowed: RegExp; readonly prefix: string }

const MOST_PARTS = 64
/**
 * What a value may hold: by the sign of its expression, else unreserved and percent-encoded
 * characters.
 */
const WIDE = /^[^\s<>"\\^`{|}]*$/
const NARROW = /^[\w.~%,!*'()-]*$/
const QUERY = /^[^\s<>"\\^`{|}#]*$/
const SIGNS: Readonly<Record<string, { readonly allowed: RegExp; readonly prefix: string }>> = {
  '+': { allowed: WIDE, prefix: '' },
  '#': { allowed: WIDE, prefix: '#' },
  '.': { allowed: /^[\w.~%,!*'()-]*$/, prefix: '.' },
  '/': { allowed: /^[\w.~%,!*'()/-]*$/, prefix: '/' },
  ';': { allowed: /^[\w.~%,!*'();=-]*$/, prefix: ';' },
  '?': { allowed: QUERY, prefix: '?' },
  '&': { allowed: QUERY, prefix: '&' },
}

/** False also for a template that cannot be read. */
export function fitsTemplate(template: string, uri: string): boolean {
  const parts = partsOf(template)
  if (parts === null) return false
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'text') {
      if (!uri.startsWith(part.text, at)) return false
      at += part.text.length
      continue
    }
    const next = parts.slice(index + 1).find(({ kind }) => kind === 'text')
    const end =
      next?.kind === 'text' ? uri.indexOf(next.text, at) : endBefore(parts[index + 1], uri, at)
    if (end < 0) return false
    const value = uri.slice(at, end)
    // What begins with a sign may be left out whole.
    if (
      value !== '' &&
      !(value.startsWith(part.prefix) && part.allowed.test(value.slice(part.prefix.length)))
    )
      return false
    if (value === '' && part.prefix === '') return false
    at = end
  }
  return at === uri.length
}

/** Of two values side by side the second begins with its sign. */
function endBefore(next: Part | undefined, uri: string, at: number): number {
  if (next === undefined || next.kind === 'text') return uri.length
  const found = next.prefix === '' ? -1 : uri.indexOf(next.prefix, at)
  return found < 0 ? uri.length : found
}

function partsOf(template: string): readonly Part[] | null {
  const parts: Part[] = []
  let at = 0
  while (at < template.length) {
    if (parts.length >= MOST_PARTS) return null
    const open = template.indexOf('{', at)
    const text = template.slice(at, open < 0 ? undefined : open)
    if (text.includes('}')) return null
    if (text !== '') parts.push({ kind: 'text', text })
    if (open < 0) break
    const close = template.indexOf('}', open)
    if (close < 0) return null
    const inside = template.slice(open + 1, close)
    if (!/^[+#./;?&]?[\w.%]+(?::\d+|\*)?(?:,[\w.%]+(?::\d+|\*)?)*$/.test(inside)) return null
    parts.push({ kind: 'value', ...(SIGNS[inside[0] ?? ''] ?? { allowed: NARROW, prefix: '' }) })
    at = close + 1
  }
  return parts
}
