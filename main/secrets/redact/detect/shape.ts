// What one shape of a secret is: a pattern, and the words without which it is not tried.

export type Shape = {
  readonly name: string
  /**
   * At least one of these is in the text (lower-case compared when `anyCase`), or the pattern is
   * not run.
   */
  readonly cues: readonly string[]
  readonly anyCase?: boolean
  /** With the flags `gd`. When it has a group, the group is the secret, else the whole match. */
  readonly pattern: RegExp
  readonly holds?: (secret: string) => boolean
  /** Without as many letters, digits, `_`, `.` and `-` in a row there is none. */
  readonly run?: number
  /**
   * The pattern begins with one of its cues at a word's beginning; then this is the same pattern
   * with the flag `y`.
   */
  readonly sticky?: RegExp
  /**
   * The pattern holds one of these words, in small letters; then `pattern`, with the flags `yd`, is
   * the same one seen from the beginning of that word.
   */
  readonly at?: { readonly words: readonly string[]; readonly pattern: RegExp }
}
