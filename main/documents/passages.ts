// Cuts a text into passages that are found and shown as one.

/** Lines of one, and as many characters: a line that is longer is cut. */
const LINES = 30
const CHARS = 2_000

export type Passage = { readonly line: number; readonly text: string }

/** In order; blank ones are left out. */
export function* passagesOf(text: string): Generator<Passage> {
  let [line, first, chars] = [0, 1, 0]
  let gathered: string[] = []
  const passage = (): Passage => ({ line: first, text: gathered.join('\n') })
  for (const whole of text.split(/\r\n|\n|\r/)) {
    line += 1
    for (let at = 0; at === 0 || at < whole.length; at += CHARS) {
      const part = whole.slice(at, at + CHARS)
      if (gathered.length >= LINES || (gathered.length > 0 && chars + part.length > CHARS)) {
        if (gathered.some((one) => one.trim() !== '')) yield passage()
        gathered = []
        chars = 0
      }
      if (gathered.length === 0) first = line
      gathered.push(part)
      chars += part.length
    }
  }
  if (gathered.some((one) => one.trim() !== '')) yield passage()
}
