// What matters about a call of one kind of tool, for the card on which a person decides: made in
// main from the arguments, without secrets, and drawn by one component for each kind. `verb` and
// `target` head the card.
import { z } from 'zod'

const head = { verb: z.string(), target: z.string() }
const texts = z.array(z.string())

export const CallFacts = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('mail'),
    ...head,
    to: texts,
    cc: texts,
    bcc: texts,
    subject: z.string(),
    body: z.string(),
    /**
     * `text`: what the model wrote; left out in older rows. `file`: a file of the workspace, as it
     * was when this was asked.
     */
    attachments: z.array(
      z.strictObject({
        name: z.string(),
        bytes: z.int(),
        text: z.string().optional(),
        file: z
          .strictObject({
            path: z.string(),
            sha256: z.string(),
            /** As in what it touches. */
            secrets: z.array(z.string()).nullable().optional(),
          })
          .optional(),
      }),
    ),
    /** The message that it answers; null: none. */
    answers: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('event'),
    ...head,
    calendar: z.string(),
    /** Which one it changes; left out of a new one, and in older rows. */
    event: z.string().optional(),
    /** To an invitation. */
    response: z.string().optional(),
    /** As they were given; null: not changed. */
    start: z.string().nullable(),
    end: z.string().nullable(),
    zone: z.string().nullable(),
    invited: texts,
    /** Whether those invited are written to. */
    notified: z.string(),
    location: z.string(),
    description: z.string(),
  }),
  z.strictObject({
    kind: z.literal('repository'),
    ...head,
    repository: z.string(),
    labels: texts,
    title: z.string(),
    body: z.string(),
    /** Anything else that was given, in the words of the arguments. */
    details: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  }),
  z.strictObject({
    kind: z.literal('page'),
    ...head,
    /** The page that is open; null: none, or not known yet. */
    page: z.string().nullable(),
    element: z.string(),
    typed: z.string(),
    script: z.string(),
    /** Anything else that was given. Left out in older rows. */
    details: z.array(z.strictObject({ name: z.string(), text: z.string() })).optional(),
  }),
  z.strictObject({
    kind: z.literal('terminal'),
    ...head,
    /** The last lines of its screen; empty for one that begins. */
    screen: z.string(),
    /** The program in front, which reads what is sent; null: the shell. */
    reader: z.string().nullable(),
    /** Typed before, and not run yet. */
    typed: z.string(),
    /** The line is cleared first. */
    clears: z.boolean(),
    sent: z.string(),
    keys: texts,
    /** What the shell would have as its line. */
    line: z.string(),
  }),
  z.strictObject({
    kind: z.literal('record'),
    ...head,
    fields: z.array(z.strictObject({ name: z.string(), text: z.string() })),
  }),
])
export type CallFacts = z.infer<typeof CallFacts>

/** A fact for each argument that was given, in the words of `names`; what is not named is not shown. */
export const fieldsOf = (
  given: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): { name: string; text: string }[] =>
  Object.entries(names).flatMap(([key, name]) => {
    const value = given[key]
    if (value === undefined || value === null || value === '') return []
    return [{ name, text: inWords(value) }]
  })

/** A list in one line; of a record each entry in its own. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(inWords).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${inWords(one)}`)
    .join('\n')
}
