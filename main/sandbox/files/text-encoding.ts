// Pure. How a file's bytes are text, and back: UTF-8, or UTF-16 where a byte order mark says so.
// Anything else is not guessed at: a file in Latin-1 read as something else would be written back
// damaged.
export type TextForm = {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be'
  readonly marked: boolean
}

export const plainForm: TextForm = { encoding: 'utf-8', marked: false }

const marks: readonly (readonly [TextForm['encoding'], Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/**
 * Null for what is no text: bytes that are not valid, or a NUL, which no text file holds. The mark
 * is not part of the text.
 */
export function decodeText(
  bytes: Buffer,
): { readonly text: string; readonly form: TextForm } | null {
  return decode(bytes, false)
}

/** The same for the first bytes of a longer file: the last character may be cut. */
export function decodeStart(
  bytes: Buffer,
): { readonly text: string; readonly form: TextForm } | null {
  return decode(bytes, true)
}

function decode(bytes: Buffer, cut: boolean): ReturnType<typeof decodeText> {
  const found = marks.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))
  const form: TextForm = found === undefined ? plainForm : { encoding: found[0], marked: true }
  // Before decoding: most of what is no text has a NUL early.
  if (form.encoding === 'utf-8' && bytes.includes(0)) return null
  try {
    const text = new TextDecoder(form.encoding, { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(found?.[1].length ?? 0),
      {
        stream: cut,
      },
    )
    return form.encoding !== 'utf-8' && text.includes('\0') ? null : { text, form }
  } catch {
    return null
  }
}

/** `text` has to be well-formed. A mark that is at its start already is not doubled. */
export function encodeText(text: string, form: TextForm): Buffer {
  const whole = form.marked && !text.startsWith('\uFEFF') ? `\uFEFF${text}` : text
  if (form.encoding === 'utf-8') return Buffer.from(whole)
  const little = Buffer.from(whole, 'utf16le')
  return form.encoding === 'utf-16le' ? little : little.swap16()
}
