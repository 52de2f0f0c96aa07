// Pure. A tool of a server as it would be here, were the server there and the tool reviewed as is
// said: what the policy would do with it can be asked before anything is installed.
import { failure, type Failure } from '../../../../contract/failure.ts'
import type { AnyTool } from '../../../../contract/call/tool.ts'
import type { SupposedExternal } from '../../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { ServerConfig, type OfferedTool } from '../../../../contract/server/server.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { closedBecause, howRefused } from '../closed-because.ts'
import { closedTool } from '../../server-failures.ts'
import { itemText } from '../items.ts'
import { refusedServer } from '../names.ts'
import type { Unhide } from '../model-text.ts'
import { labelledTool } from './labelled-tool.ts'

export type SupposedTool = {
  readonly tool: AnyTool
  readonly server: string
  /** As its server calls it. */
  readonly name: string
  readonly trust: ServerConfig['trust']
  readonly openWorld: boolean
}

type Of = {
  /** Those of the configuration that is asked about. */
  readonly servers: Readonly<Record<string, ServerConfig>>
  readonly sha256: (text: string) => string
  readonly unhide: Unhide
}

/** The failure is that of a real call: `server.closed` for what nobody reviewed, or no one may use. */
export function supposedTool(
  called: string,
  args: unknown,
  said: SupposedExternal,
  { servers, sha256, unhide }: Of,
): Result<SupposedTool, Failure> {
  const [server = '', name = ''] = splitName(called)
  const { trust: ofServer, reviewed, description, readOnly, destructive, ...labels } = said
  const configured = servers[server]
  const config: ServerConfig | undefined =
    configured ?? ServerConfig.safeParse({ transport: 'stdio', command: server }).data
  if (name === '' || config === undefined)
    return err(
      failure(
        'tool.unknown',
        `${called} is no name of a tool of a server.`,
        'Such as forge__create_issue: the name of the server, two underscores, the tool.',
      ),
    )
  const trust = ofServer ?? config.trust
  const offered: OfferedTool = {
    name,
    title: null,
    description,
    inputSchema: schemaOf(args),
    outputSchema: null,
    annotations: { title: null, readOnly, destructive, idempotent: null, openWorld: null },
  }
  const of = { server, config: { ...config, trust }, version: '0', sha256, unhide }
  const text = itemText(offered)
  const fresh = labelledTool(text, null, of)
  const proposed = fresh.labels?.proposed
  if (!reviewed || proposed === undefined)
    return err(closedTool(server, name, closedBecause(server, null, 'new') ?? nothing))
  const decided: ToolLabels = { ...proposed, ...withoutGaps(labels) }
  const pin = { server, name, text, what: 'tool' as const, open: true, labels: decided }
  const { created, trustProfile } = labelledTool(text, pin, of)
  const why =
    refusedServer(server, true, [], []) ??
    trustProfile.refused ??
    (created?.ok === false ? created.error : null)
  if (why !== null || created?.ok !== true)
    return err(
      closedTool(server, name, {
        what: `Refused: ${(why ?? '').replace(/\.$/, '')}.`,
        how: howRefused(server, trust),
      }),
    )
  return ok({ tool: created.value, server, name, trust, openWorld: trustProfile.openWorld })
}

const nothing = { what: '', how: '' }

/** Names of servers have this form. */
const splitName = (called: string): readonly string[] =>
  /^([a-z][a-z0-9-]{0,23})__(.+)$/s.exec(called)?.slice(1) ?? []

/** It takes what it is called with. */
const schemaOf = (args: unknown): OfferedTool['inputSchema'] => ({
  type: 'object',
  properties:
    args !== null && typeof args === 'object'
      ? Object.fromEntries(Object.keys(args).map((name) => [name, {}]))
      : {},
})

const withoutGaps = (labels: { [K in keyof ToolLabels]?: ToolLabels[K] | undefined }) =>
  Object.fromEntries(
    Object.entries(labels).filter(([, value]) => value !== undefined),
  ) as Partial<ToolLabels>
