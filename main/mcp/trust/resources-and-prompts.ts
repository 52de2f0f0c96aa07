// What a server offers beside tools, made into tools of ours: one to read a resource, one to get a
// prompt. No list shows them to a model; clients of the gateway come to them by the protocol's own
// methods, and so over the pipeline.
import { z } from 'zod'
import type { Manifest } from '../../../contract/call/manifest.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import {
  OfferedPrompt,
  OfferedResource,
  type ServerConfig,
} from '../../../contract/server/server.ts'
import { defineTool, type AnyTool } from '../../../contract/call/tool.ts'
import type { Compared } from './compare.ts'
import { ASK_MS } from '../questions.ts'
import { valueIn } from './items.ts'
import { likeness } from './names.ts'
import { partText, textOf } from './tool-of.ts'
import { trustProfileOf } from './trust-of.ts'
import { fitsTemplate } from './uri-template.ts'

/** What of a server a person has opened, beside its tools. */
export type ResourceTools = {
  readonly resources: readonly OfferedResource[]
  readonly prompts: readonly OfferedPrompt[]
}

/** @param compared of a server that is itself open. Things that share a name are closed, all of them. */
export function openResourceTools(compared: readonly Compared[]): ResourceTools {
  const open = (what: Compared['what']): readonly unknown[] =>
    compared.flatMap((one) =>
      one.what === what && one.state === 'open' && one.now !== null ? [valueIn(one.now)] : [],
    )
  return {
    resources: open('resource').flatMap((one) => OfferedResource.safeParse(one).data ?? []),
    prompts: open('prompt').flatMap((one) => OfferedPrompt.safeParse(one).data ?? []),
  }
}

/** The resource, or the template, that this address belongs to. */
export const resourceFor = ({ resources }: ResourceTools, uri: string): OfferedResource | null =>
  resources.find((one) => one.uri === uri) ??
  resources.find((one) => one.template && fitsTemplate(one.uri, uri)) ??
  null

const READ = 'resources-read'
const GET = 'prompts-get'

/**
 * So that whatever is said of `forge__*` applies to these too. No tool of a server's may be called
 * like them.
 */
export const readName = (server: string): string => `${server}__${READ}`
export const promptName = (server: string): string => `${server}__${GET}`

/** Why a server's tool cannot have this name; null when it can. */
export const storedName = (tool: string): string | null =>
  [READ, GET, 'completions-get'].some((stored) => likeness(tool, stored) !== null)
    ? 'its name is reserved for resources and prompts'
    : null

export type ResourceSource = {
  readonly server: string
  readonly config: ServerConfig
  readonly version: string
}

/**
 * Reading is all that the protocol has it do: that much is believed where the person runs the
 * server as their own.
 */
const trustProfile = (trust: ServerConfig['trust']) =>
  trustProfileOf(
    {
      name: 'read',
      title: null,
      description: '',
      inputSchema: {},
      outputSchema: null,
      annotations: {
        title: null,
        readOnly: true,
        destructive: null,
        idempotent: null,
        openWorld: true,
      },
    },
    trust,
    { effects: [], sends: { to: [] } },
  )

export const manifestOf = (
  { server, config, version }: ResourceSource,
  own: Pick<Manifest, 'id' | 'name' | 'title' | 'description'>,
): Manifest => {
  const { riskTier, sideEffects, effect, subagentAccess } = trustProfile(config.trust)
  return {
    ...own,
    description: `${own.description} Everything it returns was written by the server ${server}.`,
    version,
    category: 'network',
    riskTier,
    sideEffects,
    dataAccess: ['network'],
    requires: [],
    defaultPolicy: { effect, scope: 'this call' },
    redaction: { args: [], result: [] },
    rateLimits: { perSession: 0, perMinute: 0 },
    builtIn: false,
    networkOutbound: true,
    subagentAccess,
    actions: [],
    limits: {
      runTimeMs: config.timeoutSeconds * 1_000 + (config.asks === 'ask' ? ASK_MS : 0),
      stdoutBytes: 0,
      stderrBytes: 0,
      resultChars: 100_000,
    },
  }
}

export function readTool(source: ResourceSource): AnyTool {
  const { server, config } = source
  return defineTool({
    manifest: manifestOf(source, {
      id: `mcp.${server}.resource.read`,
      name: readName(server),
      title: `Read a resource (${server})`,
      description: `Reads one resource of the server ${server} by its address.`,
    }),
    requiredPowers: ['mcp.call'],
    input: z.strictObject({ uri: z.string().min(1).max(8_192) }),
    action: () => null,
    touches: ({ uri }) => [{ kind: 'mcp.call', server, tool: uri, what: 'resource' }],
    async execute({ uri }, { power }) {
      const read = await power['mcp.call'].read({
        server,
        uri,
        timeoutMs: config.timeoutSeconds * 1_000,
      })
      if (!read.ok) return read
      const { content } = read.value
      return content.length === 0
        ? err(failure('server.empty', `There is nothing at ${uri}.`))
        : ok({ text: textOf(content), content })
    },
  }) as unknown as AnyTool
}

export function promptTool(source: ResourceSource): AnyTool {
  const { server, config } = source
  return defineTool({
    manifest: manifestOf(source, {
      id: `mcp.${server}.prompt.get`,
      name: promptName(server),
      title: `Get a prompt (${server})`,
      description: `Gets one prompt of the server ${server} by its name.`,
    }),
    requiredPowers: ['mcp.call'],
    input: z.strictObject({
      name: z.string().min(1).max(1_024),
      arguments: z.record(z.string().max(1_024), z.string()).default({}),
    }),
    action: () => null,
    touches: ({ name }) => [{ kind: 'mcp.call', server, tool: name, what: 'prompt' }],
    async execute({ name, arguments: args }, { power }) {
      const got = await power['mcp.call'].prompt({
        server,
        name,
        args,
        timeoutMs: config.timeoutSeconds * 1_000,
      })
      if (!got.ok) return got
      const { content, structured } = got.value
      const { roles } = Roles.parse(structured)
      const text = content
        .map((part, at) => `[${roles[at] ?? 'user'}]\n${partText(part)}`)
        .join('\n')
      return ok({ text, data: { roles }, content })
    },
  }) as unknown as AnyTool
}

const Roles = z.object({ roles: z.array(z.enum(['user', 'assistant'])) })

/** Why nothing of that name can be had; ok: it can. */
export function sameResources(
  resourcesAndPrompts: ResourceTools | null,
  server: string,
  what: 'resource' | 'prompt',
  name: string,
): Result<null, Failure> {
  const there =
    resourcesAndPrompts !== null &&
    (what === 'resource'
      ? resourceFor(resourcesAndPrompts, name) !== null
      : resourcesAndPrompts.prompts.some((one) => one.name === name))
  if (there) return ok(null)
  return err(
    failure(
      'server.closed',
      `The server ${server} has no ${what} ${name} that is open.`,
      `Review it: gatehouse servers review ${server}`,
    ),
  )
}
