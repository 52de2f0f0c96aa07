// Where the lines of a text begin and end, for finders that ask again and again.

export type Lines = {
  /** Where the line that holds `at` begins. */
  startOf(at: number): number
  /** Where it ends: at its line end, or at the end of the text. */
  endOf(at: number): number
}

/** Asked from left to right, all answers together cost the length of the text. */
export function openLines(text: string): Lines {
  const lineEnd = /[\r\n]/g
  let start = 0
  let end = -1

  const goTo = (at: number): void => {
    if (at < start) [start, end] = [0, -1]
    while (end < at) {
      start = end + 1
      lineEnd.lastIndex = start
      end = lineEnd.exec(text)?.index ?? text.length
      if (end === text.length) return
    }
  }

  return {
    startOf(at) {
      goTo(at)
      return start
    },
    endOf(at) {
      goTo(at)
      return end
    },
  }
}
