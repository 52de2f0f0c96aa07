// Pure. Words that a person does not read and a model does: written in a code, backwards, or letter
// by letter.

const ALL_PRINTABLE = /^[\t\n\r -~]*$/
/** Shorter, and the bytes of anything would now and then be letters. */
const FEWEST = 12

/** What a code means, where that is text. */
const asWords = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1')
  return text.length >= FEWEST && ALL_PRINTABLE.test(text) && /[a-z]{2}/i.test(text)
}

const CODES: readonly { readonly name: string; readonly holds: (text: string) => boolean }[] = [
  {
    name: 'base64',
    holds: (text) => base64In(text).some((code) => asWords(Buffer.from(code, 'base64'))),
  },
  {
    name: 'hexadecimal',
    holds: (text) =>
      (text.match(/(?:[0-9a-f]{2}[\s:]?){12,}/gi) ?? []).some((code) =>
        asWords(Buffer.from(code.replace(/[\s:]/g, ''), 'hex')),
      ),
  },
  { name: 'percent signs', holds: (text) => /(?:%[2-7][0-9a-f]){6}/i.test(text) },
  { name: 'entities', holds: (text) => /(?:&#(?:\d{2,7}|x[0-9a-f]{2,6});){4}/i.test(text) },
  { name: 'escapes', holds: (text) => /(?:\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2}){4}/i.test(text) },
  {
    name: 'single letters',
    holds: (text) =>
      /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}][ .·-]){10}[\p{L}\p{N}](?![\p{L}\p{N}])/u.test(text),
  },
]

/** Runs of its letters, and runs that lines or spaces break up. */
function base64In(text: string): readonly string[] {
  const words = text.split(/\s+/)
  const runs: string[] = []
  let run = ''
  for (const word of [...words, '']) {
    if (/^[A-Za-z0-9+/_-]{6,}={0,2}$/.test(word)) run += word
    else {
      if (run.length >= 16) runs.push(run)
      run = ''
    }
  }
  return [...runs, ...(text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? [])]
}

/** Names of the codes that words are hidden in. */
export const codesIn = (text: string): readonly string[] =>
  CODES.filter(({ holds }) => holds(text)).map(({ name }) => name)

/**
 * Other ways to read it, each only where there is a sign of it. What is found in one is told about
 * the text.
 */
export function otherReadings(text: string): readonly string[] {
  const readings: string[] = []
  if (/vafgehpgvba|cebzcg|vtaber|cnffjbeq|cevingr|frperg/i.test(text))
    readings.push(text.replace(/[a-z]/gi, turned))
  if (/noitcurtsni|tpmorp|erongi|drowssap|etavirp|terces/i.test(text))
    readings.push(Array.from(text).toReversed().join(''))
  if (/[a-z][013457@$]+[a-z]|\b[013457@$][a-z]{3}/i.test(text))
    readings.push(text.replace(/[013457@$]/g, (mark) => FIGURES[mark] ?? mark))
  return readings
}

const FIGURES: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}

function turned(letter: string): string {
  const base = letter < 'a' ? 65 : 97
  return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
}
