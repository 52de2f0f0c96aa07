// What can be done with a text that is given whole. Each is one pass, or a sort of lines: nothing a
// caller writes becomes a pattern, so nothing takes longer than its length.
import { assertNever } from '../../contract/never.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { fromBase64, fromHex, toBase64, toHex } from './base64-hex.ts'

export const LONGEST_TEXT = 100_000
export const LONGEST_RESULT = 200_000

export const operations = [
  ...(['upper', 'lower', 'trim_lines', 'sort_lines', 'unique_lines', 'reverse_lines'] as const),
  ...(['number_lines', 'replace', 'count', 'base64_encode', 'base64_decode'] as const),
  ...(['hex_encode', 'hex_decode', 'url_encode', 'url_decode', 'html_escape'] as const),
] as const
export type Operation = (typeof operations)[number]

/** The text, or a sentence that says why not. */
export function transformText(
  operation: Operation,
  text: string,
  { find, replacement }: { readonly find: string; readonly replacement: string },
): Result<string, string> {
  if (operation === 'replace') {
    if (find === '') return err('To replace, say in "find" what to look for.')
    // Known before it is built: a short text can be asked to grow beyond any memory.
    const parts = text.split(find)
    const length = text.length + (parts.length - 1) * (replacement.length - find.length)
    return length > LONGEST_RESULT ? err(tooLong) : ok(parts.join(replacement))
  }
  const changed = changedText(operation, text)
  return changed.ok && changed.value.length > LONGEST_RESULT ? err(tooLong) : changed
}

const tooLong = `The result would be longer than ${LONGEST_RESULT} characters.`

function changedText(
  operation: Exclude<Operation, 'replace'>,
  text: string,
): Result<string, string> {
  switch (operation) {
    case 'upper':
      return ok(text.toUpperCase())
    case 'lower':
      return ok(text.toLowerCase())
    case 'trim_lines':
      return ok(inLines(text, (lines) => lines.map((line) => line.trim())))
    case 'sort_lines':
      return ok(inLines(text, (lines) => lines.toSorted()))
    case 'unique_lines':
      return ok(inLines(text, (lines) => [...new Set(lines)]))
    case 'reverse_lines':
      return ok(inLines(text, (lines) => lines.toReversed()))
    case 'number_lines':
      return ok(inLines(text, (lines) => lines.map((line, at) => `${at + 1}  ${line}`)))
    case 'count':
      return ok(counted(text))
    case 'base64_encode':
      return ok(toBase64(bytesOf(text)))
    case 'base64_decode':
      return decoded('base64', fromBase64(text.trim()))
    case 'hex_encode':
      return ok(toHex(bytesOf(text)))
    case 'hex_decode':
      return decoded('hex', fromHex(text.trim()))
    case 'url_encode':
      return text.isWellFormed()
        ? ok(encodeURIComponent(text))
        : err('The text holds half a character.')
    case 'url_decode':
      try {
        return ok(decodeURIComponent(text))
      } catch {
        return err('This is no URL coding of a text.')
      }
    case 'html_escape':
      return ok(text.replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign))
    default:
      return assertNever(operation, 'changedText')
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

function decoded(name: string, bytes: Uint8Array | null): Result<string, string> {
  const no = err<string>(`This is no ${name} coding of a text.`)
  if (bytes === null) return no
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return no
  }
}

/** A line end after the last line stays where it is. */
function inLines(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  const end = text.endsWith('\n') ? '\n' : ''
  return change(text.slice(0, text.length - end.length).split('\n')).join('\n') + end
}

function counted(text: string): string {
  let [characters, words, inWord] = [0, 0, false]
  for (const character of text) {
    characters++
    const isWord = character.trim() !== ''
    if (isWord && !inWord) words++
    inWord = isWord
  }
  const lines = text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return `${characters} characters, ${words} words, ${lines} lines, ${bytesOf(text).length} bytes`
}
