// A text as it is once the escapes of JSON and code, of addresses and of markup in it are undone,
// and where each character of it came from. So that a secret that Gatehouse holds is found in any
// mix of these.

type Decoded = {
  readonly text: string
  /** Where the character at a place of `text` begins in what was decoded; its end for its length. */
  original(at: number): number
}

/** Escapes within escapes are undone so often. */
export const MOST_ROUNDS = 4

const ESCAPE =
  /\\(?:u[0-9a-f]{4}|u\{0{0,4}[0-9a-f]{1,6}\}|x[0-9a-f]{2}|["'\\/])|(?:%[0-9a-f]{2}){1,64}|&(?:amp|lt|gt|quot|apos|sol|#\d{1,7}|#x[0-9a-f]{1,6});/gi

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
}

const LAST_CODE_POINT = 0x10_ff_ff

/** Null where there is nothing to undo. Linear. */
export function decode(text: string): Decoded | null {
  ESCAPE.lastIndex = 0
  let match = ESCAPE.exec(text)
  if (match === null) return null
  const parts: string[] = []
  const positions = new Uint32Array(text.length + 1)
  let length = 0
  let at = 0
  const keep = (end: number): void => {
    for (let from = at; from < end; from++) positions[length++] = from
    parts.push(text.slice(at, end))
  }
  for (; match !== null; match = ESCAPE.exec(text)) {
    const [escape] = match
    keep(match.index)
    const plain = plainOf(escape)
    // Of a run of bytes it is not known which made which character: each begins where the run does,
    // but for those of one byte.
    const each = escape.length / plain.length === 3 ? 3 : 0
    for (let sign = 0; sign < plain.length; sign++)
      positions[length++] = match.index + (escape.startsWith('%') ? sign * each : 0)
    parts.push(plain)
    at = match.index + escape.length
  }
  keep(text.length)
  positions[length] = text.length
  return { text: parts.join(''), original: (place) => positions[place] ?? text.length }
}

function plainOf(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8')
  if (escape.startsWith('&')) {
    const name = escape.slice(1, -1).toLowerCase()
    if (!name.startsWith('#')) return NAMED[name] ?? escape
    return signOf(
      name.startsWith('#x') ? name.slice(2) : name.slice(1),
      name.startsWith('#x') ? 16 : 10,
      escape,
    )
  }
  const rest = escape.slice(1)
  return /^[ux]./i.test(rest) ? signOf(rest.slice(1).replaceAll(/[{}]/g, ''), 16, escape) : rest
}

function signOf(digits: string, base: 10 | 16, otherwise: string): string {
  const code = Number.parseInt(digits, base)
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : otherwise
}
