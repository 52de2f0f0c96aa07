// The parts of a result besides its text (pictures, sound, files, links), made fit to be shown.
import type { Content } from '../../../contract/call/content.ts'
import { assertNever } from '../../../contract/never.ts'
import { STREAM_CHARS, sanitizeOutput } from './sanitize-output.ts'
import type { Cleaning } from './sanitize-output.ts'

/** Base64 characters of pictures and sound that one result keeps, all together. */
const MEDIA_CHARS = 6_000_000
/** Parts of a result that are kept; the text says how many there were. */
const MOST_PARTS = 256

/** Every text in it made fit like any other; what is too much is named in its place. */
export async function sanitizeContent(
  content: readonly Content[],
  cleaning: Cleaning,
): Promise<Content[]> {
  const shown: Content[] = []
  let left = MEDIA_CHARS
  const text = async (raw: string, maxChars = STREAM_CHARS): Promise<string> =>
    (await sanitizeOutput(raw, maxChars, cleaning)).text
  for (const part of content.slice(0, MOST_PARTS)) {
    switch (part.kind) {
      case 'text':
      case 'left-out':
        shown.push({ ...part, text: await text(part.text) })
        break
      case 'image':
      case 'audio':
        if (part.data.length > left)
          shown.push({
            kind: 'left-out',
            text: `${part.kind} of ${part.data.length} characters: too large to keep`,
          })
        else {
          left -= part.data.length
          shown.push({ ...part, mimeType: await text(part.mimeType, 200) })
        }
        break
      case 'blob':
        if (part.data.length > left)
          shown.push({
            kind: 'left-out',
            text: `${part.data.length} characters of base64: too large to keep`,
          })
        else {
          left -= part.data.length
          shown.push({ ...part, uri: await text(part.uri, 4_000) })
        }
        break
      case 'link':
        shown.push({
          kind: 'link',
          uri: await text(part.uri, 4_000),
          name: await text(part.name, 500),
          mimeType: part.mimeType,
        })
        break
      case 'resource':
        shown.push({
          kind: 'resource',
          uri: await text(part.uri, 4_000),
          mimeType: part.mimeType,
          text: await text(part.text),
        })
        break
      default:
        assertNever(part, 'sanitizeContent')
    }
  }
  if (content.length > MOST_PARTS)
    shown.push({ kind: 'left-out', text: `${content.length - MOST_PARTS} more parts` })
  return shown
}
