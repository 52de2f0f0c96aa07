// Characters that a text can hide in or behind. Data only; each user says what is shown in their place.

/**
 * For the square brackets of a `u` expression: everything Unicode calls control, format, surrogate,
 * private use or unassigned, every separator but the plain space, and the letters and marks that draw
 * nothing. Line feed and tab are among them.
 */
export const HIDDEN_CHARACTERS = String.raw`\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0`
