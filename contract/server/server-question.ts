// What a server asks of a person while it works on a call: a model answer, words of theirs, or the
// folders that are worked in. Asked only of servers that the person let ask.
import { z } from 'zod'
import { Json } from '../json.ts'
import { ServerName } from './server.ts'

const text = z.string()

export const AskKind = z.enum(['sampling', 'elicitation', 'roots'])
export type AskKind = z.infer<typeof AskKind>

/** One answer that a form wants. `choices` is empty where any will do. */
export const AskField = z.strictObject({
  name: text,
  title: text,
  kind: z.enum(['text', 'number', 'boolean', 'choice', 'choices']),
  choices: z.array(z.strictObject({ value: text, title: text })),
  required: z.boolean(),
  initial: Json,
})
export type AskField = z.infer<typeof AskField>

export const ServerQuestion = z.strictObject({
  id: text,
  server: ServerName,
  tool: text,
  /** Who made the call; null: an agent of Gatehouse's own. */
  client: text.nullable(),
  /** Epoch milliseconds. */
  at: z.int(),
  parts: z.array(
    z.strictObject({
      key: text,
      kind: AskKind,
      /** The server's own, cleaned. */
      words: text,
      /** Of a form; empty where it is none, or none that can be filled in here. */
      fields: z.array(AskField),
      /** Whether the client that made the call could answer it. */
      passable: z.boolean(),
    }),
  ),
})
export type ServerQuestion = z.infer<typeof ServerQuestion>

/** pass-on: the client that made the call answers what it can; the rest is denied. */
export const QuestionAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('deny') }),
  z.strictObject({ kind: z.literal('pass-on') }),
  z.strictObject({
    kind: z.literal('answer'),
    /** By the key of each part, by the name of each field. */
    content: z.record(text, z.record(text, Json)),
  }),
])
export type QuestionAnswer = z.infer<typeof QuestionAnswer>
