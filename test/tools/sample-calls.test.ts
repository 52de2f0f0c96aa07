// What Capabilities asks the gate about, and what its form begins with: calls that the tool takes.
import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolListing } from '../../contract/call/manifest.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { sampleCalls } from '../../renderer/features/capabilities/tool/sample-calls.ts'
import { toolsFor } from '../../tools/catalog.ts'

const url = 'https://service.example'
const tools = toolsFor(
  Services.parse({ radarr: { url }, sonarr: { url }, obsidian: { url: `${url}/notes` } }),
)

it.each(tools.map((tool) => [tool.manifest.name, tool] as const))(
  'each sample call of %s is one that the tool takes',
  (name, { input, manifest }) => {
    const inputSchema = z.toJSONSchema(input, { io: 'input' })
    const samples = sampleCalls({ name, manifest, inputSchema } as unknown as ToolListing)
    expect(samples.map(({ args }) => [args, input.safeParse(args).error?.message])).toEqual(
      samples.map(({ args }) => [args, undefined]),
    )
  },
)
