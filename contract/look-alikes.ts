// Characters that are drawn like others: letters of other scripts inside a Latin word, letters of
// another width, and signs that pass for a slash, a dot, a colon or a hyphen. Pure.

/** Drawn like a Latin letter in most typefaces. */
const likeLatin =
  /[\u0251\u0261\u0131\u01c3\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b3\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03c9\u03f2\u03f3\u0405\u0406\u0408\u0410\u0412\u0415\u0417\u041a\u041c-\u041e\u0420-\u0423\u0425\u042c\u0430\u0432\u0435\u0437\u043a\u043c-\u043e\u0440-\u0443\u0445\u044c\u0455\u0456\u0458\u0475\u04ae-\u04b0\u04bb\u04c0\u04cf\u0501\u051b\u051d\u0555\u0561\u0570\u0578\u057d\u0585\u13a0-\u13f5\uab70-\uabbf]/u
/** Letters and digits that are Latin or ASCII by another code: wide, mathematical, Roman numerals. */
const otherForms = /[\u2160-\u217f\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}]/u
/** Signs that pass for `/`, `\`, `.`, `:`, `;`, `!`, `*`, `|` and quotes of a shell. */
const otherSigns =
  /[\u2044\u2215\u29f8\u2571\u2216\u29f5\ufe68\u2024\ua4f8\u02d0\u02f8\u2236\ua789\u037e\u01c3\ua4fd\u2217\u204e\u2223\u01c0\u02cb\u1fef\u02b9\u02bc\ua78c]/u
/** A dash where a command has its hyphen: before a letter, with nothing before it. */
const dash = /[\u2010-\u2015\u2212\u02d7]/u

/**
 * Places (in UTF-16 units) of what passes for something else. `prose`: text that a person wrote to
 * be read, where a word of another script is a word and not a disguise.
 */
export function lookAlikes(text: string, prose: boolean): ReadonlySet<number> {
  const found = new Set<number>()
  // Most text is plain, and this runs for each line of a long diff.
  if (/^[\0-\u007f]*$/.test(text)) return found
  // Here and not above: what asks for letters of all scripts is long to make.
  const word = /[\p{L}\p{N}\p{M}_]+/gu
  const latin = /\p{Script=Latin}/u
  /** Scripts whose letters pass for Latin ones. Others beside Latin letters deceive nobody. */
  const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
  for (const { 0: whole, index } of text.matchAll(word)) {
    const mixed = latin.test(whole) && foreign.test(whole)
    let at = index
    const disguised = !prose && [...letters(whole)].every((letter) => likeLatin.test(letter))
    for (const letter of letters(whole)) {
      const odd =
        otherForms.test(letter) ||
        (mixed && foreign.test(letter)) ||
        (disguised && foreign.test(letter)) ||
        (likeLatin.test(letter) && latin.test(letter) && !prose)
      if (odd) found.add(at)
      at += letter.length
    }
  }
  let at = 0
  for (const sign of letters(text)) {
    if (otherSigns.test(sign) || (otherForms.test(sign) && !prose)) found.add(at)
    else if (!prose && dash.test(sign)) {
      const [before, after] = [text[at - 1] ?? ' ', text[at + sign.length] ?? ' ']
      if (/[\s=]/.test(before) && /[A-Za-z0-9\u2010-\u2015]/.test(after)) found.add(at)
    }
    at += sign.length
  }
  return found
}

/** By character and not by half of a pair. */
const letters = (text: string): Iterable<string> => Array.from(text)
