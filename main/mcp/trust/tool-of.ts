// A tool of an external server as one of ours: a whole manifest, one touch, one power. What the
// server wrote is text in it, never a promise.
import { failure } from '../../../contract/failure.ts'
import type { Content } from '../../../contract/call/content.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { actionsIn, usualAction } from '../../../contract/call/action-schema.ts'
import { Manifest, type Action } from '../../../contract/call/manifest.ts'
import { namesSecondAction } from '../../../contract/call/second-action.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import { redactionDefaults } from '../../../contract/call/redaction/redaction-defaults.ts'
import { assertNever } from '../../../contract/never.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { OfferedTool, ServerConfig } from '../../../contract/server/server.ts'
import type { ToolLabels } from '../../../contract/server/tool-labels.ts'
import { defineTool, type AnyTool } from '../../../contract/call/tool.ts'
import { ASK_MS } from '../questions.ts'
import { inputOf } from './input-schema.ts'
import { framed, schemaFor, titleFor, type Unhide } from './model-text.ts'
import { pathsIn } from './path-arguments.ts'
import { toolId, toolName } from './names.ts'
import type { TrustProfile } from './trust-of.ts'

/** Characters of a result that a model sees. */
const RESULT_CHARS = 100_000
/** Longer lists are no actions any more; what is beyond it changes something. */
const MOST_ACTIONS = 256

export type ToolSource = {
  readonly server: string
  readonly config: ServerConfig
  readonly version: string
  readonly trustProfile: TrustProfile
  readonly labels: ToolLabels
  /** A person has given them. */
  readonly decided: boolean
  /** It may change something. */
  readonly changes: boolean
  readonly sha256: (text: string) => string
  readonly unhide: Unhide
}

/** Err: why the tool cannot be used, in words that end a sentence. */
export function toolOf(
  offered: OfferedTool,
  { server, config, version, trustProfile, labels, decided, changes, sha256, unhide }: ToolSource,
): Result<AnyTool, string> {
  const { name, title, description, inputSchema, annotations } = offered
  const input = inputOf(inputSchema)
  if (!input.ok) return input
  const timeoutMs = config.timeoutSeconds * 1_000
  const actions = actionsOf(inputSchema, trustProfile, {
    reads: decided ? (labels.readActions ?? []) : [],
    trust: config.trust,
  })
  const manifest = Manifest.safeParse({
    id: labels.id,
    name: toolName(server, name, sha256),
    title: `${titleFor(title ?? annotations.title ?? name, unhide)} (${server})`,
    description: framed(server, description, unhide),
    version,
    category: labels.category,
    riskTier: trustProfile.riskTier,
    sideEffects: trustProfile.sideEffects,
    dataAccess: ['network'],
    requires: [],
    defaultPolicy: { effect: trustProfile.effect, scope: 'this call' },
    redaction: { ...redactionDefaults(inputSchema, `${name} ${title ?? ''}`), result: [] },
    rateLimits: { perSession: 0, perMinute: 0 },
    builtIn: false,
    // The guard is for what could leave, also where a person trusts that it does not.
    networkOutbound:
      labels.sends !== null || config.transport === 'http' || config.hosts.length > 0,
    // What sub-agents get of it is its read actions alone.
    subagentAccess: actions.some(({ riskTier }) => riskTier !== undefined)
      ? 'readOnly'
      : trustProfile.subagentAccess,
    actions,
    limits: {
      runTimeMs: timeoutMs + (config.asks === 'ask' ? ASK_MS : 0),
      stdoutBytes: 0,
      stderrBytes: 0,
      resultChars: RESULT_CHARS,
    },
    external: {
      sourceId: toolId(server, name, sha256),
      labels,
      decided,
      changes,
      args: argsOf(inputSchema),
    },
  } satisfies Manifest)
  if (!manifest.success)
    return err(
      `it does not fit the form of a tool (${manifest.error.issues[0]?.path.join('.') ?? ''})`,
    )
  return ok(
    defineTool({
      manifest: manifest.data,
      requiredPowers: ['mcp.call'],
      input: input.value,
      inputSchema: schemaFor(inputSchema, unhide),
      action: (args) => (actions.length === 0 ? null : actionIn(args, inputSchema)),
      touches(args) {
        // A server at an address sees no path of this machine.
        const paths = config.transport === 'stdio' ? pathsIn(inputSchema, args) : []
        return [{ kind: 'mcp.call', server, tool: name, ...(paths.length === 0 ? {} : { paths }) }]
      },
      async execute(args, { power }) {
        const answered = await power['mcp.call'].call({
          server,
          tool: name,
          args: args as JsonObject,
          timeoutMs,
        })
        if (!answered.ok) return answered
        const { content, structured, failed } = answered.value
        const text =
          textOf(content) || (structured === null ? '' : JSON.stringify(structured, null, 2))
        if (failed)
          return err(failure('server.tool-failed', text || `${name} failed and did not say why.`))
        return ok({ text, ...(structured === null ? {} : { data: structured }), content })
      },
    }) as unknown as AnyTool,
  )
}

/**
 * As its schema lists them. Of a tool that changes something each may, but for those that a person
 * marked; on a server of the person's own these are not held like the rest.
 */
const actionsOf = (
  schema: OfferedTool['inputSchema'],
  { sideEffects }: Pick<TrustProfile, 'sideEffects'>,
  { reads, trust }: { readonly reads: readonly string[]; readonly trust: Trust },
): Action[] =>
  !sideEffects
    ? []
    : [...new Set(actionsIn(schema))].slice(0, MOST_ACTIONS).map((name) => ({
        name,
        readOnly: reads.includes(name),
        ...(reads.includes(name) && trust === 'local' ? { riskTier: 'R1' as const } : {}),
      }))

/** The one that is meant where none is given, as its schema says. */
function actionIn(args: unknown, schema: OfferedTool['inputSchema']): string | null {
  if (namesSecondAction(args)) return null
  const given = memberOf(args, 'action')
  const meant = given === undefined ? usualAction(schema) : given
  return typeof meant === 'string' ? meant : null
}

const memberOf = (value: unknown, key: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined

/** What its schema names, as pointers: whatever else comes is covered by no lasting answer. */
const argsOf = ({ properties }: OfferedTool['inputSchema']): string[] =>
  properties !== null && typeof properties === 'object'
    ? Object.keys(properties)
        .slice(0, 256)
        .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    : []

/** What a model reads of it. */
export const textOf = (content: readonly Content[]): string => content.map(partText).join('\n')

export function partText(part: Content): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'image':
    case 'audio':
      return `[${part.kind}: ${part.mimeType}, ${Math.floor((part.data.length * 3) / 4)} bytes]`
    case 'blob':
      return `[resource: ${part.uri}, ${part.mimeType ?? 'bytes'}, ${Math.floor((part.data.length * 3) / 4)} bytes]`
    case 'link':
      return `[link: ${part.name} ${part.uri}]`
    case 'resource':
      return part.text === '' ? `[resource: ${part.uri}]` : part.text
    case 'left-out':
      return `[left out: ${part.text}]`
    default:
      return assertNever(part, 'partText')
  }
}
