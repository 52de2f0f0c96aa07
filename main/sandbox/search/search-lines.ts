// The matching lines of one file, with the lines around them. Runs in a thread of its own.
import { fstatSync, readSync } from 'node:fs'
import type { FoundLine } from '../../../contract/call/powers/file-power.ts'
import { openRegular } from '../files/safe-open.ts'
import type { Matcher } from './matcher.ts'

/** Of one file: larger ones are named as left out. */
export const MOST_FILE_BYTES = 10 * 1024 * 1024
/** Of a line that is shown: what is longer is cut round the match. */
const MOST_LINE = 300
/** A NUL here makes it no text, as Git has it. */
const HEAD_BYTES = 8_192

export type LinesIn =
  | { readonly kind: 'lines'; readonly lines: readonly FoundLine[] }
  | { readonly kind: 'large' | 'binary' | 'unreadable' | 'linked' }

export async function linesIn(
  path: string,
  matcher: Matcher,
  {
    around,
    most,
    severalNames,
  }: { readonly around: number; readonly most: number; readonly severalNames: boolean },
): Promise<LinesIn> {
  const read = await bytesOf(path, severalNames)
  if ('kind' in read) return read
  const text = textOf(read)
  if (text === null) return { kind: 'binary' }
  const lines = text.split('\n')
  // What ends a text is no empty line behind it.
  if (lines.at(-1) === '') lines.pop()
  const shown = (at: number): string => cut(lines[at] ?? '', 0)
  return {
    kind: 'lines',
    lines: matcher.linesOf(lines, most).map((at) => ({
      line: at + 1,
      text: cut(
        lines[at] ?? '',
        (lines[at] ?? '').length > MOST_LINE ? matcher.begins(lines[at] ?? '') : 0,
      ),
      before: range(Math.max(0, at - around), at).map(shown),
      after: range(at + 1, Math.min(lines.length, at + 1 + around)).map(shown),
    })),
  }
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

async function bytesOf(
  path: string,
  severalNames: boolean,
): Promise<Buffer | { readonly kind: 'large' | 'unreadable' | 'linked' }> {
  const file = await openRegular(path).catch(() => null)
  if (file === null) return { kind: 'unreadable' }
  try {
    const { size, nlink } = fstatSync(file.fd)
    if (nlink > 1 && !severalNames) return { kind: 'linked' }
    if (size > MOST_FILE_BYTES) return { kind: 'large' }
    const chunks: Buffer[] = []
    for (let total = 0; ;) {
      const chunk = Buffer.allocUnsafe(Math.max(4_096, size - total + 1))
      const bytes = readSync(file.fd, chunk, 0, chunk.length, null)
      if (bytes === 0) return Buffer.concat(chunks)
      total += bytes
      if (total > MOST_FILE_BYTES) return { kind: 'large' }
      chunks.push(chunk.subarray(0, bytes))
    }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    file.close()
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** Null: no text. A byte that is no UTF-8 becomes a lone surrogate, which no pattern matches. */
export function textOf(bytes: Buffer): string | null {
  if (
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
  )
    return withoutNul(new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes))
  if (bytes.subarray(0, HEAD_BYTES).includes(0)) return null
  try {
    return strict.decode(bytes)
  } catch {
    return withBroken(bytes)
  }
}

const withoutNul = (text: string): string | null => (text.includes('\0') ? null : text)

function withBroken(bytes: Buffer): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < bytes.length;) {
    const length = sequenceAt(bytes, at)
    if (length > 0) {
      at += length
      continue
    }
    parts.push(bytes.toString('utf8', from, at), String.fromCharCode(0xdc_00 + (bytes[at] ?? 0)))
    at += 1
    from = at
  }
  parts.push(bytes.toString('utf8', from))
  return parts.join('').replace(/^\ufeff/, '')
}

/** How many bytes a character takes here; 0: it is none. */
function sequenceAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0
  if (first < 0x80) return 1
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
  if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) return 0
  const one = bytes.subarray(at, at + length)
  return one.toString('utf8').includes('\ufffd') && !one.equals(Buffer.from('\ufffd')) ? 0 : length
}

function cut(line: string, begins: number): string {
  const whole = line.replace(/\r$/, '').toWellFormed()
  if (whole.length <= MOST_LINE) return whole
  const from = Math.max(0, Math.min(begins - 100, whole.length - MOST_LINE))
  const piece = whole.slice(from, from + MOST_LINE).toWellFormed()
  return `${from > 0 ? '…' : ''}${piece}${from + MOST_LINE < whole.length ? '…' : ''}`
}
