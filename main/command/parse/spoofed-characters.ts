// Pure. Characters that make a line look like another one to the person who answers.

/**
 * Controls but tab and line feed, soft hyphens, fillers, zero-width and bidirectional marks, odd
 * spaces, tags, halves of pairs.
 */
const SPOOFS = [
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad]/u,
  /\u034f|[\u061c\u115f\u1160\u1680]|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/u,
  /[\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufeff\uffa0\ufff0-\ufffb]|[\u{1bca0}-\u{1bca3}]|[\u{1d173}-\u{1d17a}]/u,
  /\p{Surrogate}/u,
]

/** Pictures are put together with these, and nobody is misled by them. */
const PICTURES = /\p{Extended_Pictographic}(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))+/gu

export function hasSpoofedCharacters(line: string): boolean {
  if (/^[\t\n\x20-\x7e]*$/.test(line)) return false
  const rest = line.replace(PICTURES, '')
  return SPOOFS.some((spoof) => spoof.test(rest))
}

/**
 * A program named with other letters than these could be meant to be taken for one that is known.
 */
export const isPlainName = (name: string): boolean => /^[\x20-\x7e]*$/.test(name)
