// JSON that says one thing to every reader of it. Of a key that an object has twice, `JSON.parse` takes
// the last and another reader the first: what somebody signed, or what a person was shown, would be one
// of two texts.
import { err, ok, type Result } from './result.ts'

export type JsonFault = {
  readonly kind: 'syntax' | 'repeated'
  /** A part of a sentence. */
  readonly text: string
}

/** Of a key that is shown, in characters. */
const LONGEST = 60

/** What a text of JSON says, where no object in it has a key twice. */
export function strictJson(text: string): Result<unknown, JsonFault> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return err({ kind: 'syntax', text: error instanceof Error ? error.message : String(error) })
  }
  const key = repeatedKey(text)
  return key === null
    ? ok(value)
    : err({
        kind: 'repeated',
        text: `an object in it has the key ${JSON.stringify(key.slice(0, LONGEST))} twice`,
      })
}

/** The first key that an object has twice, however it is spelled; null: none. @param text JSON that can be read */
export function repeatedKey(text: string): string | null {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{') open.push(new Set())
    else if (sign === '}') open.pop()
    else if (sign === '"') {
      const end = endOfText(text, at)
      if (isKey(text, end)) {
        const spelled = text.slice(at, end)
        const key = spelled.includes('\\') ? (JSON.parse(spelled) as string) : spelled.slice(1, -1)
        const keys = open.at(-1)
        if (keys?.has(key) === true) return key
        keys?.add(key)
      }
      at = end - 1
    }
  }
  return null
}

/** Behind its last quote. @param start of its first */
function endOfText(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
    let slashes = 0
    while (text[end - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return end + 1
  }
}

/** In JSON nothing else has a colon behind it. */
function isKey(text: string, end: number): boolean {
  let at = end
  while (at < text.length && ' \t\n\r'.includes(text[at] ?? '')) at += 1
  return text[at] === ':'
}
