// One line of the help that people copy.

export type Example = {
  readonly line: string
  /** What it does, in a few words. */
  readonly does: string
}

/** A command with one of them. */
export const one = (line: string, does: string): readonly Example[] => [{ line, does }]
