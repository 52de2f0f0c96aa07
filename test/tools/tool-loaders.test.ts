// The built-in tools that are read without all the others: each under its own name, as the catalog has it.
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyTool } from '../../contract/call/tool.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { catalog, toolsFor } from '../../tools/catalog.ts'
import { toolLoaders } from '../../tools/tool-loaders.ts'
import { servicesAt } from './services-at.ts'

const none = Services.parse({})
const set = servicesAt('https://service.example/base')
const setUp = toolsFor(set)
const described = ({ manifest, input, requiredPowers }: AnyTool): unknown => [
  manifest,
  requiredPowers,
  z.toJSONSchema(input, { io: 'input' }),
]

it.each(catalog.map((tool, at) => [tool.manifest.name, tool, at] as const))(
  '%s is that of the catalog, with its service and without',
  async (name, tool, at) => {
    const withService = setUp[at]
    const read = toolLoaders[name]
    if (withService === undefined || read === undefined) throw new Error(`no ${name}`)
    expect(described(await read(none))).toEqual(described(tool))
    expect(described(await read(set))).toEqual(described(withService))
  },
)

it('there is no other', () => {
  expect(Object.keys(toolLoaders)).toEqual(catalog.map(({ manifest }) => manifest.name))
})
