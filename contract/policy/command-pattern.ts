// What the words of a rule or a lease for commands say, taken apart.

/** `varies`: it ends in `{any}`, so further words may be such that only the shell knows. */
export type CommandPattern = { readonly words: readonly string[]; readonly varies: boolean }

const ANY = '{any}'

export function readCommandPattern(prefix: string): CommandPattern {
  const words = prefix.split(' ')
  return words.at(-1) === ANY
    ? { words: words.slice(0, -1), varies: true }
    : { words, varies: false }
}
