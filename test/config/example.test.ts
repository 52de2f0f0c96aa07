import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument, visit, isScalar } from 'yaml'
import { schemaFiles } from '../../main/config/json-schemas.ts'
import { parseFile } from '../../main/config/parse.ts'
import { configShape } from '../../main/config/problems.ts'
import type { Shape } from '../../main/config/problems.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, 'examples/config.capabilities.yaml')
const example = readFileSync(file, 'utf8')

/** Names of all keys a person can write. */
const keysOf = ({ properties, additionalProperties, items, anyOf }: Shape): readonly string[] => [
  ...Object.entries(properties ?? {}).flatMap(([key, inner]) => [key, ...keysOf(inner)]),
  ...(typeof additionalProperties === 'object' ? keysOf(additionalProperties) : []),
  ...(items === undefined ? [] : keysOf(items)),
  ...(anyOf ?? []).flatMap(keysOf),
]

describe('examples/config.capabilities.yaml', () => {
  it('loads without a problem or a warning', () => {
    const parsed = parseFile(example, file, policyFacts(Date.now))
    expect(parsed.ok ? parsed.value.warnings : parsed.error).toEqual([])
  })

  it('shows every key there is, but for the one that is going', () => {
    const shown = new Set<unknown>()
    visit(parseDocument(example), {
      Pair: (_key, pair) => void (isScalar(pair.key) && shown.add(pair.key.value)),
    })
    const missing = [...new Set(keysOf(configShape()))].filter((key) => !shown.has(key))
    expect(missing).toEqual(['blockedTools'])
    expect(example).toContain('blockedTools')
  })
})

describe('schemas', () => {
  it('are what npm run schemas writes from the contract', () => {
    const written = Object.fromEntries(
      readdirSync(join(root, 'schemas'))
        .filter((name) => name.endsWith('.json'))
        .map((name) => [name, readFileSync(join(root, 'schemas', name), 'utf8')]),
    )
    expect(written).toEqual(schemaFiles())
  })

  it.each(Object.entries(schemaFiles()))(
    '%s refuses unknown keys and needs no defaults',
    (_name, text) => {
      const schema = JSON.parse(text) as { additionalProperties: unknown; title: string }
      expect(schema.additionalProperties).toBe(false)
      expect(schema.title).toMatch(/\S/)
    },
  )
})
