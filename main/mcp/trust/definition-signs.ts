// Pure. Signs in the definition of a tool that its words alone do not show: a title that says less than
// its name, and a recipient that is filled in where nothing is said.
import type { OfferedTool } from '../../../contract/server/server.ts'
import { recipientsIn } from './labels/recipients.ts'
import { changesByName, looksByName } from './safe-verbs.ts'

const SOMEBODY = /[\w.%+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}/
const SOMEWHERE = /\bhttps?:\/\/[^\s"']{1,200}/i
/** Honest tools fill in an address that they read from; these are told what was done. */
const TOLD = /hook|callback|notify|forward|endpoint|reply/i

/** Sentences for the review; empty: nothing. */
export function definitionSigns({
  name,
  title,
  annotations,
  inputSchema,
}: OfferedTool): readonly string[] {
  const signs: string[] = []
  if (
    changesByName(name) &&
    [title, annotations.title].some((one) => one !== null && looksByName(one))
  )
    signs.push('Its title says that it only looks, and its name that it changes something.')
  const filled = recipientsIn(inputSchema, false).flatMap((pointer) =>
    filledIn(inputSchema, pointer),
  )
  if (filled.length > 0)
    signs.push(
      `It fills in by itself to whom it sends: ${[...new Set(filled)].slice(0, 4).join(', ')}.`,
    )
  return signs
}

/** What the schema puts there where nothing is said, or allows alone. */
function filledIn(schema: unknown, pointer: string): readonly string[] {
  const own = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => field(field(at, 'properties'), part), schema)
  const choices = field(own, 'enum')
  const only: unknown = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined
  return [field(own, 'default'), field(own, 'const'), only].flatMap((value) =>
    typeof value === 'object' || typeof value === 'string'
      ? addressIn(JSON.stringify(value).slice(0, 10_000), pointer)
      : [],
  )
}

const addressIn = (text: string, pointer: string): readonly string[] =>
  SOMEBODY.exec(text) ?? (TOLD.test(pointer) ? SOMEWHERE.exec(text) : null) ?? []

const field = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
