// What a client may fill in for an argument of a prompt, or in the address of a template, made into
// a tool of ours. No list shows it; clients of the gateway come to it by the protocol's own method.
import { z } from 'zod'
import { defineTool, type AnyTool } from '../../../contract/call/tool.ts'
import { ok } from '../../../contract/result.ts'
import { manifestOf, type ResourceSource } from './resources-and-prompts.ts'

export const completeName = (server: string): string => `${server}__completions-get`

export function completeTool(source: ResourceSource): AnyTool {
  const { server, config } = source
  return defineTool({
    manifest: manifestOf(source, {
      id: `mcp.${server}.completion.get`,
      name: completeName(server),
      title: `Complete an argument (${server})`,
      description: `Asks the server ${server} what could be filled in for an argument.`,
    }),
    requiredPowers: ['mcp.call'],
    input: z.strictObject({
      what: z.enum(['prompt', 'resource']),
      name: z.string().min(1).max(8_192),
      argument: z.strictObject({ name: z.string().max(1_024), value: z.string().max(1_024) }),
      known: z.record(z.string().max(1_024), z.string().max(8_192)).default({}),
    }),
    action: () => null,
    touches: ({ what, name }) => [{ kind: 'mcp.call', server, tool: name, what }],
    async execute(wanted, { power }) {
      const found = await power['mcp.call'].complete({
        ...wanted,
        server,
        timeoutMs: Math.min(config.timeoutSeconds * 1_000, 10_000),
      })
      if (!found.ok) return found
      const { structured } = found.value
      return ok({ text: JSON.stringify(structured), data: structured })
    },
  }) as unknown as AnyTool
}
