// A message of Gmail as a model reads it: who, when, about what, and its text. Pure.
import type { Json, JsonObject } from '../../../contract/json.ts'
import { decoded } from '../base64.ts'
import { asList, asObject, asText, cutAt, lines } from '../service-tool.ts'

const BODY = 50_000

export const headerOf = (message: JsonObject, name: string): string =>
  asText(
    asList(asObject(message['payload'])['headers']).find(
      (header) => asText(header['name']).toLowerCase() === name.toLowerCase(),
    )?.['value'],
  )

const parts = (part: JsonObject, depth = 0): readonly JsonObject[] =>
  depth > 20 ? [] : [part, ...asList(part['parts']).flatMap((one) => parts(one, depth + 1))]

const textOf = (part: JsonObject | undefined): string =>
  part === undefined
    ? ''
    : new TextDecoder().decode(decoded(asText(asObject(part['body'])['data'])))

/** Plain text where there is some; else the words of the page, without scripts and styles. */
function bodyOf(message: JsonObject): string {
  const all = parts(asObject(message['payload'] as Json))
  const ofType = (type: string) =>
    all.find((part) => asText(part['mimeType']) === type && asText(part['filename']) === '')
  const plain = textOf(ofType('text/plain'))
  if (plain.trim() !== '') return plain
  return textOf(ofType('text/html'))
    .replaceAll(/<(script|style|head)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:p|div|tr|li|h\d)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/&lt;/g, '<')
    .replaceAll(/&gt;/g, '>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim()
}

export const messageLine = (message: JsonObject): string =>
  lines(
    `id ${asText(message['id'])}: ${headerOf(message, 'Subject')}`,
    `from ${headerOf(message, 'From')}, ${headerOf(message, 'Date')}`,
    cutAt(asText(message['snippet']), 300),
  )

export function wholeMessage(message: JsonObject): string {
  const attached = parts(asObject(message['payload']))
    .map((part) => asText(part['filename']))
    .filter((name) => name !== '')
  return lines(
    `id ${asText(message['id'])}`,
    `From: ${headerOf(message, 'From')}`,
    `To: ${headerOf(message, 'To')}`,
    headerOf(message, 'Cc') === '' ? null : `Cc: ${headerOf(message, 'Cc')}`,
    `Date: ${headerOf(message, 'Date')}`,
    `Subject: ${headerOf(message, 'Subject')}`,
    `Labels: ${labelsOf(message).join(', ')}`,
    attached.length === 0 ? null : `Attachments: ${attached.join(', ')}`,
    '---',
    cutAt(bodyOf(message), BODY),
  )
}

const labelsOf = (message: JsonObject): readonly string[] => {
  const labels = message['labelIds']
  return Array.isArray(labels) ? labels.map((label) => asText(label as Json)) : []
}
