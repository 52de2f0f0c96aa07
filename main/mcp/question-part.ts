// Pure. One thing that a server asks, as a card shows it, and what a person filled in as the
// protocol wants it.
import { namesSecret } from './names-secret.ts'
import type { Json, JsonObject } from '../../contract/json.ts'
import { redactionDefaults } from '../../contract/call/redaction/redaction-defaults.ts'
import type { AskField, ServerQuestion } from '../../contract/server/server-question.ts'
import type { Asked } from './client/deps.ts'
import { messagesOf, MOST_FIELDS, MOST_WORDS, pageOf } from './question-request.ts'

type Part = ServerQuestion['parts'][number]
type Node = Readonly<Record<string, unknown>>

const nodeOf = (value: unknown): Node =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Node) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

export function partOf(
  key: string,
  { kind, request }: Asked,
  unhide: (text: string) => string,
  passable: boolean,
): Part {
  const form = kind === 'elicitation' && request['mode'] !== 'url'
  return {
    key: unhide(key).slice(0, 200),
    kind,
    passable,
    words: askWords({ kind, request }, unhide).slice(0, MOST_WORDS),
    fields: form ? fieldsOf(nodeOf(request['requestedSchema']), unhide) : [],
  }
}

/** All that the server says, as a person can see it; a card has no more than `MOST_WORDS` of it. */
export const askWords = ({ kind, request }: Asked, unhide: (text: string) => string): string =>
  unhide(wordsOf(kind, request, unhide))

function wordsOf(
  kind: Asked['kind'],
  request: JsonObject,
  unhide: (text: string) => string,
): string {
  switch (kind) {
    case 'elicitation': {
      const page = pageOf(request['url'], unhide) ?? textOf(request['url'])
      return [textOf(request['message']), page].filter(Boolean).join('\n')
    }
    case 'sampling': {
      const said = messagesOf(request).map(
        ({ role, content }) =>
          `${textOf(role)}: ${content.map((block) => textOf(nodeOf(block)['text']) || '[not text]').join('\n')}`,
      )
      return [textOf(request['systemPrompt']), ...said].filter(Boolean).join('\n')
    }
    case 'roots':
      return ''
  }
}

function fieldsOf(schema: Node, unhide: (text: string) => string): AskField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(nodeOf(schema['properties']))
    .slice(0, MOST_FIELDS)
    .map(([name, given]) => {
      const field = nodeOf(given)
      const choices = choicesOf(field, unhide)
      return {
        name,
        title: unhide(textOf(field['title']) || textOf(field['description']) || name).slice(0, 300),
        kind: kindOf(field, choices.length > 0),
        choices,
        required: required.includes(name),
        initial: (field['default'] ?? null) as Json,
      }
    })
}

function kindOf({ type }: Node, hasChoices: boolean): AskField['kind'] {
  if (type === 'array') return 'choices'
  if (hasChoices) return 'choice'
  if (type === 'boolean') return 'boolean'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

function choicesOf(field: Node, unhide: (text: string) => string): AskField['choices'] {
  const own = field['type'] === 'array' ? nodeOf(field['items']) : field
  const named = [own['oneOf'], own['anyOf']].find(Array.isArray) as unknown[] | undefined
  if (named !== undefined)
    return named.map((one) => {
      const { const: value, title } = nodeOf(one)
      return { value: String(value), title: unhide(textOf(title) || String(value)).slice(0, 300) }
    })
  const names = Array.isArray(own['enumNames']) ? own['enumNames'] : []
  return (Array.isArray(own['enum']) ? own['enum'] : []).map((value, at) => ({
    value: String(value),
    title: unhide(textOf(names[at]) || String(value)).slice(0, 300),
  }))
}

/**
 * By its words, and by the names and formats of what it wants filled in.
 *
 * @param words all of them, also what a card would cut.
 */
export function asksForSecret({ kind, request }: Asked, words: string): boolean {
  if (kind !== 'elicitation') return false
  const schema = nodeOf(request['requestedSchema'])
  const described = Object.entries(nodeOf(schema['properties'])).flatMap(([name, field]) => [
    name,
    textOf(nodeOf(field)['description']),
    textOf(nodeOf(field)['title']),
  ])
  const texts = [words, textOf(schema['title']), textOf(schema['description']), ...described]
  if (texts.some((text) => namesSecret(text))) return true
  return redactionDefaults(request['requestedSchema'] ?? {}, '').args.length > 0
}

/** What was filled in; null: something that is needed is missing, or is none of what may be chosen. */
export function contentFrom(
  fields: readonly AskField[],
  given: Readonly<Record<string, Json>> | undefined,
): JsonObject | null {
  if (fields.length === 0) return null
  const content: Record<string, Json> = {}
  for (const { name, kind, choices, required } of fields) {
    const value = given?.[name]
    if (value === undefined || value === null || value === '') {
      if (required) return null
      continue
    }
    const chosen = Array.isArray(value) ? value : [value]
    const fits =
      kind === 'boolean'
        ? typeof value === 'boolean'
        : kind === 'number'
          ? typeof value === 'number'
          : choices.length === 0
            ? kind === 'choices' || typeof value === 'string'
            : chosen.every((one) => choices.some((choice) => choice.value === one))
    if (!fits) return null
    content[name] = value
  }
  return content
}
