// Makes one line of text of what a server wrote for people: nothing in it that a terminal obeys or
// a reader does not see.

const ESCAPES =
  // eslint-disable-next-line no-control-regex -- escape codes are what is taken out
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g
const UNSEEN =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|\u115f|\u1160|\u3164|\uffa0|[\u{e0100}-\u{e01ef}]/gu

/** At most `most` characters, on one line. */
export const plainText = (text: string, most = 500): string => {
  const plain = text
    .slice(0, most * 8)
    .replace(ESCAPES, '')
    .replace(/[\t\r\n]+/g, ' ')
    .replace(UNSEEN, '')
    .trim()
  return plain.length <= most ? plain : `${plain.slice(0, most).toWellFormed()} …`
}
