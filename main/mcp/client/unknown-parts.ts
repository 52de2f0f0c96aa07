// The protocol library refuses a whole answer for one part of a kind that it does not know. Such a
// part is put into words before it gets there.
import { plainText } from './plain-text.ts'

const KNOWN: ReadonlySet<unknown> = new Set(['text', 'image', 'audio', 'resource_link', 'resource'])
/**
 * Marks what is our word for something and not the server's. A server that sets it only makes its
 * own text look left out.
 */
export const LEFT_OUT = 'gatehouse/left-out'

/** Changes `message` where it is an answer with such parts. */
export function wordUnknownParts(message: unknown): void {
  const { result } = message as { result?: unknown }
  if (
    result === null ||
    typeof result !== 'object' ||
    !('content' in result) ||
    !Array.isArray(result.content)
  )
    return
  const parts: unknown[] = result.content
  for (const [at, part] of parts.entries()) {
    const type = part !== null && typeof part === 'object' && 'type' in part ? part.type : undefined
    if (KNOWN.has(type)) continue
    const named = typeof type === 'string' ? `: ${plainText(type, 60)}.` : '.'
    parts[at] = {
      type: 'text',
      text: `A part of a kind that is not known${named}`,
      _meta: { [LEFT_OUT]: true },
    }
  }
}
