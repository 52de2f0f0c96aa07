// Characters that a reader does not see, or that rearrange what is seen. Pure.

/**
 * Controls, soft hyphens, fillers, zero-width, bidirectional, variation selectors, interlinear and
 * tag characters, odd line ends.
 */
export const INVISIBLE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class -- it lists them one by one, unseen ones too
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u

export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** Letters that are told apart, or joined, by joiners in honest writing. */
const JOINED_SCRIPT =
  /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Mongolian}]/u
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\u20e3]/u
const PICTURE_BASE = /[\p{Extended_Pictographic}0-9#*]/u

/**
 * True where an invisible character does its honest work: a joiner or selector inside an emoji, a
 * joiner inside a word of a script that needs it. Everywhere else it only hides.
 */
export function isHonest(character: string, before: string, after: string): boolean {
  switch (character) {
    case '\u200d':
      return (
        (PICTURE.test(before) && PICTURE_BASE.test(after)) ||
        (JOINED_SCRIPT.test(before) && JOINED_SCRIPT.test(after))
      )
    case '\u200c':
      return JOINED_SCRIPT.test(before) && JOINED_SCRIPT.test(after)
    case '\ufe0e':
    case '\ufe0f':
      return PICTURE_BASE.test(before)
    default:
      return false
  }
}
