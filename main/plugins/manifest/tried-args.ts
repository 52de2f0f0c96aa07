// Tries the schema of the arguments, and each of its defaults, by the very check that calls go through.
import type { z } from 'zod'
import type { Result } from '../../../contract/result.ts'
import type { ArgsFault, JsonSchema } from './args-schema.ts'

/** Makes the check of arguments of a JSON Schema, patterns and formats included. Err: why not. */
export type InputOf = (schema: Readonly<Record<string, unknown>>) => Result<z.ZodType, string>

export function triedArgs(schema: JsonSchema, inputOf: InputOf): readonly ArgsFault[] {
  const whole = inputOf(schema)
  if (!whole.ok)
    return [
      {
        path: ['args'],
        text: `The arguments cannot be used, because ${whole.error}.`,
        hint: 'Change [args].',
      },
    ]
  const optional = inputOf({ ...schema, required: [] })
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema | boolean>>
  return Object.entries(properties).flatMap(([name, node]): readonly ArgsFault[] => {
    if (!optional.ok || typeof node === 'boolean' || node['default'] === undefined) return []
    const tried = optional.value.safeParse({ [name]: node['default'] })
    // What is said of the whole is about the others, unless nothing could be said at all.
    const issue = tried.error?.issues.find(
      ({ path, message }) => path[0] === name || message.startsWith('cannot be checked'),
    )
    return issue === undefined
      ? []
      : [
          {
            path: ['args', 'properties', name, 'default'],
            text: `args.properties.${name}.default does not fit: it ${issue.message.replace(/^\/\S*: /, '')}.`,
            hint: 'Change one of the two: a call that leaves it out would always fail.',
          },
        ]
  })
}
