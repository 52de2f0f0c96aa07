// Base64 of a known secret that was wrapped, so that it is on several lines: what is before and
// after a line end is looked up by itself, since lines are shown as they come.

/**
 * Base64 characters that a piece needs, so that nothing else is taken for one: nine characters of
 * the secret.
 */
const GRAM = 12
/** Between a line end and the piece: indentation, quotation marks, signs of a quoted mail. */
const MOST_PREFIX = 80

type Occurrence = { readonly form: string; readonly at: number }

/**
 * `visit` for each piece of one of the forms that ends or begins at a line end, real or written as
 * `\n`.
 */
export function openWrapped(
  forms: readonly string[],
): (text: string, visit: (start: number, end: number) => void) => void {
  const positions = new Map<string, Occurrence[]>()
  for (const form of forms) {
    for (let at = 0; at + GRAM <= form.length; at++) {
      const gram = form.slice(at, at + GRAM)
      const same = positions.get(gram)
      if (same === undefined) positions.set(gram, [{ form, at }])
      else same.push({ form, at })
    }
  }

  /** The longest piece of a form that ends at `end`: its beginning, or all of a line of it. */
  const before = (text: string, end: number): number => {
    let most = 0
    for (const { form, at } of positions.get(text.slice(end - GRAM, end)) ?? []) {
      let length = GRAM
      while (length < at + GRAM && text[end - length - 1] === form[at + GRAM - length - 1])
        length += 1
      if (length > most) most = length
    }
    return end - most
  }

  /** The longest piece of a form that begins at `start`. */
  const after = (text: string, start: number): number => {
    let most = 0
    for (const { form, at } of positions.get(text.slice(start, start + GRAM)) ?? []) {
      let length = GRAM
      while (at + length < form.length && text[start + length] === form[at + length]) length += 1
      if (length > most) most = length
    }
    return start + most
  }

  return (text, visit) => {
    if (positions.size === 0) return
    const endAt = (at: number): void => {
      const end = endOfPiece(text, at)
      if (end < GRAM || !isRun(text, end - GRAM)) return
      const start = before(text, end)
      if (start < end) visit(start, end)
    }
    const startAt = (at: number): void => {
      const start = startOfPiece(text, at)
      if (!isRun(text, start)) return
      const end = after(text, start)
      if (end > start) visit(start, end)
    }
    // A window begins and ends where a line does.
    startAt(0)
    for (const sign of LINE_ENDS) {
      for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + sign.length)) {
        endAt(at)
        startAt(at + sign.length)
      }
    }
    endAt(text.length)
  }
}

const LINE_ENDS = ['\n', '\r', '\\n']

const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 47 && code <= 57) ||
  code === 43 ||
  code === 45 ||
  code === 95

/** Looked at from its far end, where most words end already. */
function isRun(text: string, start: number): boolean {
  if (start + GRAM > text.length) return false
  for (let at = start + GRAM - 1; at >= start; at--)
    if (!isBase64(text.charCodeAt(at))) return false
  return true
}

function endOfPiece(text: string, at: number): number {
  let end = at
  if (text.startsWith('\\r', end - 2)) end -= 2
  while (end > 0 && at - end < 8 && !isBase64(text.charCodeAt(end - 1))) end -= 1
  return end
}

function startOfPiece(text: string, at: number): number {
  let start = at
  while (start - at < MOST_PREFIX && start < text.length && /[ \t>|"'#*]/.test(text[start] ?? ''))
    start += 1
  return start
}
