// Which tool a question about a call speaks of: one there is, one that is supposed, or one that is
// closed, of which there is nothing to decide.
import { HERE } from '../../../contract/call/tool-source.ts'
import { readOnlyTool } from '../../../contract/call/read-only-tool.ts'
import type { Failure } from '../../../contract/failure.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import type { SupposedCall } from '../../../contract/policy/supposed.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { closedTool } from '../../mcp/server-failures.ts'
import { closedBecause } from '../../mcp/trust/closed-because.ts'
import { supposedTool } from '../../mcp/trust/labels/supposed-tool.ts'
import type { Unhide } from '../../mcp/trust/model-text.ts'
import type { Registered, ToolFinder } from '../../registry/registry.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import { findTool } from '../../wiring/calls/find-tool.ts'

export type ExplainedToolDeps = {
  readonly registry: ToolFinder
  readonly sha256: (text: string) => string
  readonly unhide: Unhide
}

type ExplainedTools = Pick<WiredEvaluation, 'find' | 'canonical'> & {
  readonly findAny: WiredEvaluation['find']
}

/** For one call, under the configuration that is asked about. */
export function explainedTools(
  call: SupposedCall,
  config: Config,
  evaluate: WiredEvaluation,
  { registry, sha256, unhide }: ExplainedToolDeps,
): Result<ExplainedTools, Failure> {
  if (call.external !== undefined)
    return supposing({ ...call, external: call.external }, config, evaluate, {
      registry,
      sha256,
      unhide,
    })
  if (registry.get(call.tool) === null) {
    const closed = closedOf(call.tool, config, registry)
    if (closed !== null) return err(closed)
  }
  return ok({
    find: evaluate.find,
    canonical: evaluate.canonical,
    findAny: (principal, name) => {
      const found = registry.get(name)
      return found === null ? evaluate.find(principal, name) : ok(found)
    },
  })
}

/** A tool that is offered and not open is no unknown one. */
function closedOf(
  name: string,
  { servers }: Config,
  registry: ExplainedToolDeps['registry'],
): Failure | null {
  const at = name.indexOf('__')
  const server = servers[name.slice(0, Math.max(0, at))]
  if (at < 1 || server === undefined) return null
  const [of, tool] = [name.slice(0, at), name.slice(at + 2)]
  if (!server.enabled)
    return closedTool(of, tool, {
      what: 'Its server is switched off.',
      how: `Switch it on: gatehouse servers start ${of}`,
    })
  const because = registry.closed(name) ?? closedBecause(of, null, 'new')
  return because === null ? null : closedTool(of, tool, because)
}

function supposing(
  call: SupposedCall & { readonly external: NonNullable<SupposedCall['external']> },
  { servers }: Config,
  evaluate: WiredEvaluation,
  { registry, ...of }: ExplainedToolDeps,
): Result<ExplainedTools, Failure> {
  const supposed = supposedTool(call.tool, call.args, call.external, { ...of, servers })
  if (!supposed.ok) return supposed
  const { tool, server, name, trust, openWorld } = supposed.value
  const registered: Registered = {
    tool,
    definitionHash: DefinitionHash.parse(of.sha256(tool.manifest.id)),
    inputSchema: tool.inputSchema ?? {},
    reviewed: true,
    execution: HERE,
    source: `mcp:${server}`,
    listed: true,
  }
  const looker = readOnlyTool(tool)
  const find = findTool(
    {
      ...registry,
      get(asked, asker) {
        if (asked !== call.tool) return registry.get(asked, asker)
        if (asker?.kind !== 'subagent' || tool.manifest.subagentAccess !== 'readOnly')
          return registered
        return looker === null ? null : { ...registered, tool: looker }
      },
    },
    evaluate.policy,
  )
  return ok({
    find,
    findAny: () => ok(registered),
    canonical: async (touch, asker) => {
      if (touch.kind !== 'mcp.call' || touch.server !== server)
        return evaluate.canonical(touch, asker)
      const paths =
        touch.paths === undefined
          ? {}
          : { paths: [...(await evaluate.serverPaths(server, touch.paths))] }
      return ok({ kind: touch.kind, server, tool: name, trust, openWorld, ...paths })
    },
  })
}
