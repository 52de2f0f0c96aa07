// How many cells of a terminal a text takes. Rather too large than too small: a line that the terminal
// finds wider than we do would push the others away.

/** Two cells each: East Asian wide and full-width forms, and pictures, up to Unicode 16. */
const wide =
  /[\u{1100}-\u{115f}\u{2329}\u{232a}\u{2630}-\u{2637}\u{268a}-\u{268f}\u{fe10}-\u{fe19}\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{2e80}-\u{303e}\u{3041}-\u{a4cf}\u{a960}-\u{a97f}\u{ac00}-\u{d7a3}\u{f900}-\u{faff}\u{fe30}-\u{fe6f}\u{ff00}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

export const widthOf = (text: string): number =>
  plain.test(text)
    ? text.length
    : Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)

export const plain = /^[ -~]*$/
