// A command in the form that rules are compared with.

export type SpokenCommand = {
  /** The program first; ends at the first word that only the shell can know. */
  readonly words: readonly string[]
  /**
   * That one and what is behind it: known words, known beginnings, and nothing for what is not
   * known.
   */
  readonly later?: readonly string[] | undefined
}
