/** A rule is worth proposing when it would have saved as many questions. */
export const FEWEST_SAVED = 3
