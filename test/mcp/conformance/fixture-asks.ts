// What the conformance suite wants its fixture to ask of the client: forms with defaults, with
// choices, and questions in rounds.
import type { Json } from '../../../contract/json.ts'
import type { InputRequest } from '../../../main/mcp/gateway/protocol/reply.ts'

export const form = (
  message: string,
  properties: Json,
  required: readonly string[] = [],
): Json => ({
  mode: 'form',
  message,
  requestedSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
})

export const person = form(
  'Who are you?',
  {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  ['username', 'email'],
)

export const defaults = form('Look at these', {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
})

const titled = (word: string): Json =>
  [1, 2, 3].map((n) => ({ const: `value${n}`, title: `${word} ${n}` }))

export const choices = form('Choose', {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: {
    type: 'array',
    items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
})

export const elicit = (message: string, property: string, type = 'string'): InputRequest => ({
  method: 'elicitation/create',
  params: form(message, { [property]: { type } }, [property]),
})

export const sample = (text: string, maxTokens: number): InputRequest => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens },
})

export const roots: InputRequest = { method: 'roots/list', params: {} }
