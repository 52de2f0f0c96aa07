// A message of Gmail as a model reads it: who, when, about what, and its text. Pure.
import type { Json, JsonObject } from '../../../contract/json.ts'
import { decoded, decodedInTurns } from '../base64.ts'
import { asList, asObject, asText, cutAt, lines } from '../service-tool.ts'
import { wordsOf } from './page-mail-text.ts'

const BODY = 50_000
/** Bytes of one text; its first 50,000 characters are in them, whatever surrounds those. */
const MOST_READ = 2 * 1024 * 1024

/** A file that came with an email, as Gmail lists it. */
export type Attached = {
  readonly name: string
  readonly mimeType: string
  readonly bytes: number
  /** To ask for it by; null: it is here whole. */
  readonly id: string | null
  readonly part: JsonObject
}

export const headerOf = (message: JsonObject, name: string): string =>
  asText(
    asList(asObject(message['payload'])['headers']).find(
      (header) => asText(header['name']).toLowerCase() === name.toLowerCase(),
    )?.['value'],
  )

const parts = (part: JsonObject, depth = 0): readonly JsonObject[] =>
  depth > 20 ? [] : [part, ...asList(part['parts']).flatMap((one) => parts(one, depth + 1))]

async function textOf(part: JsonObject | undefined): Promise<string> {
  if (part === undefined) return ''
  const bytes = await decodedInTurns(asText(asObject(part['body'])['data']))
  return new TextDecoder().decode(bytes.subarray(0, MOST_READ))
}

/** Plain text where there is some; else the words of the page. */
async function bodyOf(message: JsonObject): Promise<string> {
  const all = parts(asObject(message['payload'] as Json))
  const ofType = (type: string) =>
    all.find((part) => asText(part['mimeType']) === type && asText(part['filename']) === '')
  const plain = await textOf(ofType('text/plain'))
  return plain.trim() === '' ? wordsOf(await textOf(ofType('text/html'))) : plain
}

export const messageLine = (message: JsonObject): string =>
  lines(
    `id ${asText(message['id'])}: ${headerOf(message, 'Subject')}`,
    `from ${headerOf(message, 'From')}, ${headerOf(message, 'Date')}`,
    cutAt(asText(message['snippet']), 300),
  )

export const attachedTo = (message: JsonObject): readonly Attached[] =>
  parts(asObject(message['payload']))
    .filter((part) => asText(part['filename']) !== '')
    .map((part) => {
      const body = asObject(part['body'])
      const id = asText(body['attachmentId'])
      const said = asText(part['mimeType']).toLowerCase()
      return {
        name: cutAt(asText(part['filename']).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' '), 200),
        mimeType: /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(said) ? said : 'application/octet-stream',
        bytes: Number(asText(body['size'])) || 0,
        id: id === '' ? null : id,
        part,
      }
    })

export const attachmentLine = ({ name, mimeType, bytes }: Omit<Attached, 'id' | 'part'>): string =>
  `${name} (${mimeType}, ${bytes} bytes)`

/** What came with the part itself. */
export const bytesOf = (part: JsonObject): Uint8Array =>
  decoded(asText(asObject(part['body'])['data']))

export async function wholeMessage(message: JsonObject): Promise<string> {
  const attached = attachedTo(message).map((one, at) => `${at + 1}. ${attachmentLine(one)}`)
  return lines(
    `id ${asText(message['id'])}`,
    `From: ${headerOf(message, 'From')}`,
    `To: ${headerOf(message, 'To')}`,
    headerOf(message, 'Cc') === '' ? null : `Cc: ${headerOf(message, 'Cc')}`,
    `Date: ${headerOf(message, 'Date')}`,
    `Subject: ${headerOf(message, 'Subject')}`,
    `Labels: ${labelsOf(message).join(', ')}`,
    attached.length === 0 ? null : `Attachments:\n${attached.join('\n')}`,
    '---',
    cutAt(await bodyOf(message), BODY),
  )
}

const labelsOf = (message: JsonObject): readonly string[] => {
  const labels = message['labelIds']
  return Array.isArray(labels) ? labels.map((label) => asText(label as Json)) : []
}
