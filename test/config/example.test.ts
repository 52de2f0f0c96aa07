import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument, visit, isScalar } from 'yaml'
import { schemaFiles } from '../../main/config/json-schemas.ts'
import { outputSchemaText } from '../../main/host/cli/reference/write-schema.ts'
import { parseFile } from '../../main/config/parse.ts'
import { configShape } from '../../main/config/problems.ts'
import type { Shape } from '../../main/config/problems.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const root = join(import.meta.dirname, '../..')
const files = ['config.capabilities.yaml', 'config.settings.yaml'].map((name) =>
  join(root, 'examples', name),
)

/** Names of all keys a person can write. */
const keysOf = ({ properties, additionalProperties, items, anyOf }: Shape): readonly string[] => [
  ...Object.entries(properties ?? {}).flatMap(([key, inner]) => [key, ...keysOf(inner)]),
  ...(typeof additionalProperties === 'object' ? keysOf(additionalProperties) : []),
  ...(items === undefined ? [] : keysOf(items)),
  ...(anyOf ?? []).flatMap(keysOf),
]

describe('the examples of a configuration', () => {
  it.each(files)('%s loads without a problem or a warning', (file) => {
    const parsed = parseFile(readFileSync(file, 'utf8'), file, policyFacts(Date.now))
    expect(parsed.ok ? parsed.value.warnings : parsed.error).toEqual([])
  })

  it('show every key there is between them, but for the one that is going', () => {
    const shown = new Set<unknown>()
    for (const file of files)
      visit(parseDocument(readFileSync(file, 'utf8')), {
        Pair: (_key, pair) => void (isScalar(pair.key) && shown.add(pair.key.value)),
      })
    const missing = [...new Set(keysOf(configShape()))].filter((key) => !shown.has(key))
    expect(missing).toEqual(['blockedTools'])
  })
})

type Schema = {
  readonly additionalProperties?: unknown
  readonly title?: string
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly $ref?: string
}

/** What a text of the schema may be: itself, or any of the forms that it names. */
const formsOf = (schema: Schema): readonly Schema[] => {
  if (schema.oneOf !== undefined) return schema.oneOf.flatMap(formsOf)
  return schema.anyOf === undefined
    ? [schema]
    : Object.values(schema.$defs ?? {}).flatMap((form) => formsOf(form))
}

describe('schemas', () => {
  it('are what npm run schemas writes from the contract', () => {
    const written = Object.fromEntries(
      readdirSync(join(root, 'schemas'))
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(join(root, 'schemas', name), 'utf8')]),
    )
    expect(written).toEqual({
      ...schemaFiles(),
      'command-line.schema.json': outputSchemaText(),
    })
  })

  it.each(Object.entries(schemaFiles()))(
    '%s refuses unknown keys and needs no defaults',
    (_name, text) => {
      const schema = JSON.parse(text) as Schema
      expect(formsOf(schema).map((form) => form.additionalProperties)).not.toContain(undefined)
      expect(schema.title).toMatch(/\S/)
    },
  )
})
