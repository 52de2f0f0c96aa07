// What a server answered, as our own content: whole where it is known and fits, in words where not.
import type { ContentBlock } from '@modelcontextprotocol/client'
import type { Content } from '../../../contract/call/content.ts'
import { plainText } from './plain-text.ts'
import { LEFT_OUT } from './unknown-parts.ts'

/** Of one picture or sound, in characters of base64. */
const DATA_CHARS = 8 * 1024 * 1024
const PIECES = 1_000
const MIME = /^[\w.+-]{1,100}\/[\w.+-]{1,100}(?:\s*;\s*[\w.+-]{1,100}=[\w."+-]{1,200}){0,5}$/
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const leftOut = (text: string): Content => ({ kind: 'left-out', text })

export function contentOf(blocks: readonly unknown[]): readonly Content[] {
  const stored = blocks.slice(0, PIECES).map((block) => pieceOf(block as ContentBlock))
  return blocks.length <= PIECES
    ? stored
    : [...stored, leftOut(`${blocks.length - PIECES} further parts of the answer were left out.`)]
}

function pieceOf(block: ContentBlock): Content {
  switch (block.type) {
    case 'text':
      return block._meta?.[LEFT_OUT] === true
        ? leftOut(block.text)
        : { kind: 'text', text: block.text }
    case 'image':
    case 'audio':
      return dataOf(block.type, block.mimeType, block.data)
    case 'resource_link':
      return { kind: 'link', uri: block.uri, name: block.name, mimeType: mime(block.mimeType) }
    case 'resource':
      return resourceOf(block.resource)
    default:
      return leftOut(
        `A part of a kind that is not known: ${plainText(String((block as { type?: unknown }).type), 60)}.`,
      )
  }
}

export type Read = { readonly uri: string; readonly mimeType?: string | undefined } & (
  | { readonly text: string }
  | { readonly blob: string }
)

/** What `resources/read` gives: each part with its address, also pictures and sounds. */
export const readPart = (resource: Read): Content =>
  'text' in resource ? resourceOf(resource) : blobOf(resource)

function blobOf({ uri, mimeType, blob }: Extract<Read, { readonly blob: string }>): Content {
  const named = `The resource ${plainText(uri, 200)}`
  if (blob.length > DATA_CHARS)
    return leftOut(`${named} was too large to keep (${Math.floor((blob.length * 3) / 4)} bytes).`)
  return BASE64.test(blob)
    ? { kind: 'blob', uri, mimeType: mime(mimeType), data: blob }
    : leftOut(`${named} is not written as base64.`)
}

/** Of one that is part of a tool's answer: pictures and sounds are kept as such. */
export function resourceOf(resource: Read): Content {
  const mimeType = mime(resource.mimeType)
  if ('text' in resource)
    return { kind: 'resource', uri: resource.uri, mimeType, text: resource.text }
  const kind =
    mimeType?.startsWith('image/') === true
      ? 'image'
      : mimeType?.startsWith('audio/') === true
        ? 'audio'
        : null
  if (kind !== null && mimeType !== null) return dataOf(kind, mimeType, resource.blob)
  return blobOf(resource)
}

function dataOf(kind: 'image' | 'audio', mimeType: string, data: string): Content {
  const name = kind === 'image' ? 'A picture' : 'A sound'
  if (data.length > DATA_CHARS)
    return leftOut(`${name} was too large to keep (${Math.floor((data.length * 3) / 4)} bytes).`)
  if (mime(mimeType) === null || !mimeType.startsWith(`${kind}/`))
    return leftOut(`${name} whose kind is no kind of ${kind}.`)
  if (!BASE64.test(data)) return leftOut(`${name} that is not written as base64.`)
  return { kind, mimeType, data }
}

const mime = (text: string | undefined): string | null =>
  text !== undefined && MIME.test(text) ? text : null
