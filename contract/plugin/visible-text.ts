// What an author writes for people and for the model: nothing in it may be there unseen, or turn round
// what is seen. Line ends, tabs, joiners of honest scripts and emoji stay possible.

const HIDDEN =
  /[\p{Cc}\p{Co}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u
const LINE_ENDS = /[\t\n\r]/g

/** The first such character as `U+202E`; null: there is none. @param lines whether it may have several */
export function hiddenIn(text: string, lines: boolean): string | null {
  const found = HIDDEN.exec(lines ? text.replaceAll(LINE_ENDS, ' ') : text)?.[0]
  return found === undefined ? null : codePoint(found)
}

/** In quotes, on one line, and with every hidden character written out. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(new RegExp(HIDDEN, 'gu'), (one) => `<${codePoint(one)}>`)

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
