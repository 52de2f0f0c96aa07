// One running line of text: white space collapsed, emphasis and links put round what they hold,
// never round nothing.

export type InlineText = {
  /** Text of the page; runs of white space become one space. */
  text(text: string): void
  /** Text kept as it is, as in `pre`. */
  raw(text: string): void
  /** Opens a style; `finish` closes the last one opened. */
  begin(start: string, end: string): void
  finish(): void
  /** Characters of the line so far. */
  length(): number
  /** A gap between words, never two. */
  gap(): void
  /** The line so far. Open styles are closed in it and opened again in the next one. */
  take(): string
}

type Style = { readonly start: string; readonly end: string; at: number; ink: number }

/** Styles inside styles inside styles say nothing more, and each costs at every block. */
const MAX_STYLES = 8

export function openInlineText(): InlineText {
  let pieces: string[] = []
  let styles: Style[] = []
  let skipped = 0
  let spaced = true
  // Pieces that hold more than white space: a style with none of them is taken back.
  let ink = 0
  let length = 0

  const put = (piece: string): void => {
    pieces.push(piece)
    length += piece.length
    ink += piece.trim() === '' ? 0 : 1
    spaced = /\s$/.test(piece)
  }

  const close = (style: Style): void => {
    if (style.ink === ink) {
      pieces[style.at] = ''
      return
    }
    // "**word **" would not be read as emphasis.
    const last = pieces.at(-1) ?? ''
    if (last.endsWith(' ')) pieces[pieces.length - 1] = last.slice(0, -1)
    pieces.push(style.end)
    if (last.endsWith(' ')) pieces.push(' ')
  }

  const open = (style: Style): void => {
    style.at = pieces.length
    style.ink = ink
    pieces.push(style.start)
  }

  return {
    text(text) {
      const collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
      const piece = spaced && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed
      if (piece !== '') put(piece)
    },
    raw: put,
    begin(start, end) {
      if (styles.length >= MAX_STYLES) {
        skipped += 1
        return
      }
      const style = { start, end, at: 0, ink: 0 }
      styles.push(style)
      open(style)
    },
    finish() {
      if (skipped > 0) skipped -= 1
      else {
        const style = styles.pop()
        if (style !== undefined) close(style)
      }
    },
    length: () => length,
    gap() {
      if (!spaced) put(' ')
    },
    take() {
      for (const style of styles.toReversed()) close(style)
      const line = pieces.join('')
      pieces = []
      length = 0
      ink = 0
      spaced = true
      styles = styles.map(({ start, end }) => ({ start, end, at: 0, ink: 0 }))
      styles.forEach(open)
      return line
    },
  }
}
