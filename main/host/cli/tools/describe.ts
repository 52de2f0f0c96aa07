// `gatehouse tools describe`.
import { heldToolText } from '../../../../contract/bundle/held-text.ts'
import type { ManagedPolicy } from '../../../../contract/bundle/state.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { columns, paint, visible, visibleLines } from '../output/show.ts'
import { withQueries } from '../session/with-session.ts'
import { toolJson } from './tool-json.ts'
import { unknownTool } from './unknown-tool.ts'

export const toolsDescribe: Command = {
  name: 'tools describe',
  operands: ['TOOL'],
  options: [],
  usage: '',
  summary: "Show a tool's manifest and its arguments",
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const [name = ''] = call.operands
      const listed = await session.call('tools.list', {}, name)
      if (!listed.ok) return complain(context, listed.error, json)
      const found = listed.value.find(
        (listing) => listing.name === name || listing.manifest.id === name,
      )
      if (found === undefined) return complain(context, unknownTool(name, listed.value), json)
      const tool = { ...toolJson(found), inputSchema: found.inputSchema }
      if (json) {
        printJson(context, tool)
        return exit.done
      }
      const managed = await session.call('organisation.policy', {})
      const held = managed.ok && managed.value ? heldBy(managed.value, tool.name) : null
      context.out(described(tool, context.color, held))
      return exit.done
    }),
}

/** What an organisation sets for it; null: nothing. */
function heldBy(managed: ManagedPolicy, name: string): string | null {
  const setting = Object.hasOwn(managed.tools, name) ? managed.tools[name] : undefined
  return setting === undefined
    ? null
    : `Managed by ${managed.organisation}: ${heldToolText(setting)}`
}

type Described = ReturnType<typeof toolJson> & { readonly inputSchema: ToolListing['inputSchema'] }

function described(
  { name, manifest, available, missing, inputSchema }: Described,
  color: boolean,
  held: string | null,
): string {
  const { limits } = manifest
  const facts = [
    ['capability', manifest.id],
    ['tier', `${manifest.riskTier} at least`],
    [
      'kind',
      `${manifest.category}${manifest.sideEffects ? ', changes things' : ', only reads'}${manifest.networkOutbound ? ', outbound' : ''}`,
    ],
    ['by default', `${manifest.defaultPolicy.effect} (${manifest.defaultPolicy.scope})`],
    ...(held === null ? [] : [['organisation', held]]),
    ['sub-agents', manifest.subagentAccess],
    ['limits', `${limits.runTimeMs / 1000} s, ${limits.resultChars} characters of result`],
    ...manifest.actions.map((action) => [
      `action ${action.name}`,
      action.readOnly ? 'only reads' : 'changes things',
    ]),
    [
      'available',
      available ? 'yes' : missing.map(({ what, how }) => `no: ${what} ${how}`).join(' '),
    ],
  ]
  return [
    `${paint(color).bold(visible(name))}  ${visible(manifest.title)}\n\n${visibleLines(manifest.description)}\n\n`,
    columns(facts),
    `\nArguments (JSON Schema):\n${visibleLines(JSON.stringify(inputSchema, null, 2))}\n`,
  ].join('')
}
