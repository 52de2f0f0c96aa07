// The number on the task bar of Windows, which shows none of itself: a dot with one or two digits in
// it, or "9+". Pure: says of each pixel what it is.

/** Rows of three pixels. */
const glyphs: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  '0': ['###', '#.#', '#.#', '#.#', '###'],
  '1': ['.#.', '##.', '.#.', '.#.', '###'],
  '2': ['###', '..#', '###', '#..', '###'],
  '3': ['###', '..#', '.##', '..#', '###'],
  '4': ['#.#', '#.#', '###', '..#', '..#'],
  '5': ['###', '#..', '###', '..#', '###'],
  '6': ['###', '#..', '###', '#.#', '###'],
  '7': ['###', '..#', '..#', '.#.', '.#.'],
  '8': ['###', '#.#', '###', '#.#', '###'],
  '9': ['###', '#.#', '###', '..#', '###'],
  '+': ['...', '.#.', '###', '.#.', '...'],
}
const [WIDTH, HEIGHT, MOST] = [3, 5, 99]

export type DotPixel = 'clear' | 'dot' | 'digit'

/** `size`: of the picture's side, in pixels; from 32 on every digit is at least three pixels a dot. */
export function numberDot(count: number, size: number): (x: number, y: number) => DotPixel {
  const text = count > MOST ? '9+' : String(Math.max(0, Math.floor(count)))
  const columns = text.length * (WIDTH + 1) - 1
  const scale = Math.floor((size * 0.68) / Math.max(columns, HEIGHT))
  const [left, top] = [
    Math.floor((size - columns * scale) / 2),
    Math.floor((size - HEIGHT * scale) / 2),
  ]
  const middle = (size - 1) / 2
  return (x, y) => {
    const [column, row] = [Math.floor((x - left) / scale), Math.floor((y - top) / scale)]
    const glyph = glyphs[text[Math.floor(column / (WIDTH + 1))] ?? '']
    if (column >= 0 && row >= 0 && glyph?.[row]?.[column % (WIDTH + 1)] === '#') return 'digit'
    return (x - middle) ** 2 + (y - middle) ** 2 <= (size / 2) ** 2 ? 'dot' : 'clear'
  }
}
