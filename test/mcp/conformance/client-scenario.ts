// What both drivers of the suite's client scenarios know of them.
import type { JsonObject } from '../../../contract/json.ts'

export type ScenarioContext = {
  readonly client_id?: string
  readonly client_secret?: string
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[]
}

/** Where the suite expects the description of a client to be. */
export const METADATA_URL = 'https://conformance-test.local/client-metadata.json'
export const PASSPHRASE = 'correct horse battery'

const argumentFor = (schema: Record<string, unknown>): JsonObject[string] => {
  switch (schema['type']) {
    case 'number':
    case 'integer':
      return 5
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return 'text'
  }
}

/** @param first one tool of the suite wants to see the schema of the other as it came. */
export function argumentsFor(
  scenario: string,
  schema: Readonly<Record<string, unknown>>,
  first: Readonly<Record<string, unknown>>,
): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, Record<string, unknown>>
  return {
    ...Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, argumentFor(each)]),
    ),
    ...(scenario.startsWith('json-schema-2020') ? { schema: first as JsonObject } : {}),
  }
}
