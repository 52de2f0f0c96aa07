// To whom a sentence says that something went, and to whom it did go. Only addresses count, and names
// whose address stands in the run: nobody knows the rest. Pure.

const ADDRESS = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

export const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(ADDRESS)].map(([address]) => address.toLowerCase())

/** Behind these words stands who got it. */
const TO = /(?:^|[\s(])(?:to|an|à|a)\s+(\p{Lu}[\p{L}'’-]+)(?:\s+(\p{Lu}[\p{L}'’-]+))?/gu

const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** `anna@…`, `anna.lee@…`, and `Anna Lee <a.lee@…>` are addresses of Anna. */
function addressesOf(name: string, known: string): readonly string[] {
  const wanted = folded(name)
  const shown = new RegExp(
    String.raw`(?<![\p{L}])${wanted}(?![\p{L}])[^<>\n@]{0,40}<\s*([^\s<>]+@[^\s<>]+)\s*>`,
    'gu',
  )
  return [
    ...addressesIn(known).filter((address) =>
      folded(address.split('@')[0] ?? '')
        .split(/[._%+-]/)
        .includes(wanted),
    ),
    ...[...folded(known).matchAll(shown)].map(([, address = '']) => address),
  ]
}

/**
 * True where the sentence names somebody and nothing went to them, although it went to an address.
 * @param sent arguments of the calls that sent something. @param known all that the run has read.
 */
export function wentElsewhere(
  sentence: string,
  sent: readonly string[],
  known: () => string,
): boolean {
  const reached = new Set(sent.flatMap(addressesIn))
  if (reached.size === 0) return false
  const said = addressesIn(sentence)
  if (said.length > 0) return said.some((address) => !reached.has(address))
  const names = [...sentence.matchAll(TO)].flatMap(([, first = '']) =>
    first === '' ? [] : [first],
  )
  if (names.length === 0) return false
  const text = known()
  return names.some((name) => {
    const own = addressesOf(name, text)
    return own.length > 0 && !own.some((address) => reached.has(address))
  })
}
