// `gatehouse tools list`.
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'
import { toolJson } from './tool-json.ts'

export const toolsList: Command = {
  name: 'tools list',
  operands: [],
  options: ['all'],
  usage: '[--all]',
  summary: 'List available tools; --all also lists unavailable ones, and why',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json, options } = call
      const listed = await session.call('tools.list', {})
      if (!listed.ok) return complain(context, listed.error, json)
      const tools = listed.value
        .map(toolJson)
        .filter((tool) => options.has('all') || tool.available)
      if (json) printJson(context, { tools })
      else if (tools.length === 0)
        context.out('No tools are available. To see why: gatehouse tools list --all\n')
      else {
        const rows = tools.map(({ name, manifest, available, missing }) => [
          name,
          manifest.riskTier,
          manifest.category,
          manifest.networkOutbound ? 'outbound' : '',
          available
            ? manifest.title
            : `not available: ${missing.map(({ what, how }) => `${what} ${how}`).join(' ')}`,
        ])
        context.out(columns([['TOOL', 'TIER', 'KIND', '', 'DESCRIPTION'], ...rows]))
      }
      return exit.done
    }),
}
