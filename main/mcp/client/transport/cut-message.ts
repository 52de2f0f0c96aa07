// Pure. A message of a server without what nobody would look into: what is left is read where
// everything else waits. This itself runs in a thread.
import { LEFT_OUT } from '../unknown-parts.ts'
import { weighs } from '../weight.ts'
import { isObject } from '../../../../contract/is-object.ts'
import { type TrimJob, trimList } from './trim-list.ts'

/** Of one message, with the signs between them: as a meter of JSON counts. */
export const MOST_VALUES = 50_000
/** Of all texts of one message. Far more than is kept of a result. */
export const MOST_CHARS = 2 * 1024 * 1024
/** In `_meta` of an answer whose structured data was left out. */
export const DATA_LEFT_OUT = 'gatehouse/data-left-out'

/** Parts of one result, messages of a prompt, and what completes one argument, as they are read. */
const PARTS = 1_000
const MESSAGES = 256
const COMPLETIONS = 100
/** Of one picture or sound, in characters of base64: what is longer is kept nowhere. */
const DATA_CHARS = 8 * 1024 * 1024

/** Whether a message is too much to be read at once. `values` as a meter has counted. */
export const isMuch = (chars: number, values: number): boolean =>
  chars > MOST_CHARS || values > MOST_VALUES

/** What is left of it. Null: it is good as it came, and came as text. */
export function cutMessage({ text: given, most }: TrimJob): string | null {
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    // As wrong, and short.
    return '!'
  }
  if (!isObject(message)) return 'null'
  const lists = trimList(message, most)
  if (lists === null) return text === given ? null : text
  if (lists !== undefined) return JSON.stringify(lists)
  const { result, error, params, ...head } = message
  return JSON.stringify({
    ...head,
    ...(isObject(result) ? { result: cutResult(result) } : {}),
    ...(isObject(error) ? { error: cutError(error) } : {}),
    // Without them it is refused as a request that lacks what it needs.
    ...(params === undefined || isTooMuch(params) ? {} : { params }),
  })
}

function cutResult(result: Record<string, unknown>): Record<string, unknown> {
  const { structuredContent, content, contents, messages, completion, ...others } = result
  const rest = withShortInstructions(others)
  const data = structuredContent !== undefined && isTooMuch(structuredContent)
  const left = {
    ...rest,
    ...(Array.isArray(content) ? { content: cutParts(content, partNote) } : {}),
    ...(Array.isArray(contents) ? { contents: cutParts(contents, resourceNote) } : {}),
    ...(Array.isArray(messages) ? { messages: cutParts(messages.slice(0, MESSAGES), null) } : {}),
    ...(isObject(completion) ? { completion: cutCompletion(completion) } : {}),
    ...(structuredContent === undefined || data ? {} : { structuredContent }),
  }
  if (isTooMuch(rest)) return { _meta: { [DATA_LEFT_OUT]: true } }
  if (!data) return left
  const meta = isObject(rest['_meta']) ? rest['_meta'] : {}
  const note = partNote('The structured data of the answer was too much to be read.', null)
  return {
    ...left,
    ...(Array.isArray(left.content) ? { content: [...left.content, note] } : {}),
    _meta: { ...meta, [DATA_LEFT_OUT]: true },
  }
}

/** Of a server that says hello. Longer than anybody reads, so that it is still told as too long. */
const withShortInstructions = (rest: Record<string, unknown>): Record<string, unknown> =>
  typeof rest['instructions'] === 'string'
    ? { ...rest, instructions: rest['instructions'].slice(0, MOST_CHARS / 2) }
    : rest

const cutCompletion = (completion: Record<string, unknown>): Record<string, unknown> =>
  Array.isArray(completion['values'])
    ? { ...completion, values: completion['values'].slice(0, COMPLETIONS) }
    : completion

const cutError = ({ code, message, data }: Record<string, unknown>): Record<string, unknown> => ({
  code,
  message: typeof message === 'string' ? message.slice(0, MOST_CHARS) : message,
  ...(data === undefined || isTooMuch(data) ? {} : { data }),
})

type Note = (text: string, first: unknown) => unknown
const partNote: Note = (text) => ({ type: 'text', text, _meta: { [LEFT_OUT]: true } })
const resourceNote: Note = (text, first) => ({
  uri: isObject(first) && typeof first['uri'] === 'string' ? first['uri'] : 'about:blank',
  text,
})

/** As many from the first on as one message may hold. `note` says in a part that some are missing. */
function cutParts(parts: readonly unknown[], note: Note | null): readonly unknown[] {
  const stored: unknown[] = []
  let values = 0
  let chars = MOST_CHARS
  for (const [at, part] of parts.entries()) {
    values += valuesIn(part, MOST_VALUES)
    if (at === PARTS || values > MOST_VALUES || chars === 0) {
      if (note !== null)
        stored.push(
          note(`${parts.length - at} further parts of the answer were left out.`, parts[0]),
        )
      return stored
    }
    const whole: Record<string, unknown> = isObject(part) ? part : {}
    const data = dataOf(whole)
    if (data !== null && data.length > DATA_CHARS) {
      if (note !== null) stored.push(note('A part of the answer was too large to keep.', part))
      continue
    }
    const text = textOf(whole)
    stored.push(text.length > chars ? withText(whole, text.slice(0, chars)) : part)
    if (text.length > chars && note !== null)
      stored.push(note(`${text.length - chars} characters of a text were left out.`, part))
    chars = Math.max(0, chars - text.length)
  }
  return stored
}

const stringIn = (one: unknown, key: string): string | null =>
  isObject(one) && typeof one[key] === 'string' ? one[key] : null
/** A part holds it itself, or in a resource; a message of a prompt in its content. */
const withinOf = (part: Record<string, unknown>): readonly unknown[] => [
  part,
  part['resource'],
  part['content'],
  isObject(part['content']) ? part['content']['resource'] : undefined,
]
const textOf = (part: Record<string, unknown>): string =>
  withinOf(part)
    .map((one) => stringIn(one, 'text'))
    .find((one) => one !== null) ?? ''
const dataOf = (part: Record<string, unknown>): string | null =>
  withinOf(part)
    .flatMap((one) => [stringIn(one, 'data'), stringIn(one, 'blob')])
    .find((one) => one !== null) ?? null

function withText(part: Record<string, unknown>, text: string): Record<string, unknown> {
  if (typeof part['text'] === 'string') return { ...part, text }
  const { resource, content } = part
  if (isObject(resource)) return { ...part, resource: withText(resource, text) }
  return isObject(content) ? { ...part, content: withText(content, text) } : part
}

const isTooMuch = (value: unknown): boolean =>
  valuesIn(value, MOST_VALUES) > MOST_VALUES || weighs(value, MOST_CHARS) > MOST_CHARS

/** No more are counted than is asked for. */
export function valuesIn(value: unknown, most: number): number {
  if (value === null || typeof value !== 'object') return 1
  let sum = 1
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    sum += (Array.isArray(value) ? 0 : 1) + valuesIn(member, most - sum)
    if (sum > most) break
  }
  return sum
}
