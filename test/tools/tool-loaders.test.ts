// The built-in tools that are read without all the others: each under its own name, as the catalog has it.
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyTool } from '../../contract/call/tool.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { toolLoaders } from '../../tools/tool-loaders.ts'

const url = 'https://service.example'
const set = toolsFor(
  Services.parse({ radarr: { url }, sonarr: { url }, obsidian: { url: `${url}/notes` } }),
)
const described = ({ manifest, input, requiredPowers }: AnyTool): unknown => [
  manifest,
  requiredPowers,
  z.toJSONSchema(input, { io: 'input' }),
]
const ofName = (tools: readonly AnyTool[], name: string) =>
  tools.find(({ manifest }) => manifest.name === name)

it.each(Object.entries(toolLoaders))('%s is that of the catalog', async (name, read) => {
  const [alone, known, withServices] = [await read(), ofName(catalog, name), ofName(set, name)]
  if (known === undefined || withServices === undefined) throw new Error(`no ${name}`)
  expect(described(alone)).toEqual(described(known))
  expect(described(withServices)).toEqual(described(known))
})
