// Pure. What of a server's question may go on to the client that called: what its card shows, and no
// more. Whatever would be passed on unseen is denied before anybody is asked.
import type { Json, JsonObject } from '../../contract/json.ts'
import type { Asked } from './client/deps.ts'

/** Characters of the server's words on a card; no question has more. */
export const MOST_WORDS = 20_000
export const MOST_FIELDS = 32
const MOST_SCHEMA = 32_000
const MOST_ADDRESS = 2_048

/**
 * unseen: `why` says what a card cannot show. Fields of a model's request that are neither shown
 * nor plain numbers are left out.
 */
export type PassedRequest =
  | { readonly kind: 'shown'; readonly request: JsonObject }
  | { readonly kind: 'unseen'; readonly why: string }

type Node = Readonly<Record<string, unknown>>
type Unhide = (text: string) => string
const nodeOf = (value: unknown): Node =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : {}
const unseen = (why: string): PassedRequest => ({ kind: 'unseen', why })

/** @param words all that its card shows of the server's own, not cut. */
export function passedRequest(
  { kind, request }: Asked,
  words: string,
  unhide: Unhide,
): PassedRequest {
  if (words.length > MOST_WORDS) return unseen('it is longer than a card')
  switch (kind) {
    case 'roots':
      return { kind: 'shown', request: {} }
    case 'elicitation':
      return request['mode'] === 'url' ? visit(request, unhide) : fill(request, unhide)
    case 'sampling':
      return model(request, unhide)
  }
}

function fill(request: JsonObject, unhide: Unhide): PassedRequest {
  const schema = request['requestedSchema'] ?? {}
  if (Object.keys(nodeOf(nodeOf(schema)['properties'])).length > MOST_FIELDS)
    return unseen('it has more fields than a card')
  if (JSON.stringify(schema).length > MOST_SCHEMA) return unseen('its form is longer than a card')
  const { mode, message } = request
  return {
    kind: 'shown',
    request: {
      ...(mode === undefined ? {} : { mode }),
      message: cleaned(message ?? '', unhide),
      requestedSchema: cleaned(schema, unhide),
    },
  }
}

/** A page is opened by who is asked: it has to be one, and the one that is read. */
function visit(request: JsonObject, unhide: Unhide): PassedRequest {
  const address = pageOf(request['url'], unhide)
  if (address === null) return unseen('its address is none of a page that can be shown as it is')
  const { mode, message, elicitationId } = request
  return {
    kind: 'shown',
    request: {
      ...(mode === undefined ? {} : { mode }),
      message: cleaned(message ?? '', unhide),
      url: address,
      ...(typeof elicitationId === 'string' ? { elicitationId } : {}),
    },
  }
}

/** In the form in which it is opened; null: not a page, or not what it looks like. */
export function pageOf(url: unknown, unhide: Unhide): string | null {
  if (typeof url !== 'string' || url.length > MOST_ADDRESS || unhide(url) !== url) return null
  const page = URL.parse(url)
  if (page === null || !['http:', 'https:'].includes(page.protocol)) return null
  return page.username === '' && page.password === '' ? page.href : null
}

const PLAIN = ['maxTokens', 'temperature', 'modelPreferences'] as const
const TEXTS = new Set(['text', 'image', 'audio'])

function model(request: JsonObject, unhide: Unhide): PassedRequest {
  // Servers may not ask for it: it is not among what is said to them that can be had.
  if (request['tools'] !== undefined || request['toolChoice'] !== undefined)
    return unseen('it wants a model that calls tools')
  const blocks = messagesOf(request).flatMap(({ content }) => content)
  if (blocks.some((block) => !TEXTS.has(String(nodeOf(block)['type']))))
    return unseen('it has parts that a card cannot show')
  const { messages, systemPrompt } = request
  return {
    kind: 'shown',
    request: {
      messages: cleaned(messages ?? [], unhide),
      ...(typeof systemPrompt === 'string' ? { systemPrompt: unhide(systemPrompt) } : {}),
      ...Object.fromEntries(
        PLAIN.flatMap((name) => {
          const value = request[name]
          return value === undefined ? [] : [[name, value] as const]
        }),
      ),
    },
  }
}

/** One block or several: both are allowed since 2025-11-25. */
export function messagesOf(
  request: JsonObject,
): readonly { readonly role: unknown; readonly content: readonly unknown[] }[] {
  const messages = Array.isArray(request['messages']) ? request['messages'] : []
  return messages.map((message) => {
    const { role, content } = nodeOf(message)
    return { role, content: Array.isArray(content) ? content : [content] }
  })
}

/** Without what cannot be seen, also in names. */
function cleaned(value: Json, unhide: Unhide): Json {
  if (typeof value === 'string') return unhide(value)
  if (Array.isArray(value)) return value.map((member) => cleaned(member, unhide))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [unhide(name), cleaned(member, unhide)]),
  )
}
