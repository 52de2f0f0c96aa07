// Reads all that a server offers, page by page, within bounds, and writes it down as it came.
import type { Client, Tool } from '@modelcontextprotocol/client'
import type {
  Offer,
  OfferedPrompt,
  OfferedResource,
  OfferedTool,
} from '../../../contract/server/server.ts'
import type { Limits } from './limits.ts'
import { isTrimmed } from './transport/trim-list.ts'
import { weighs } from './weight.ts'

export type Discovered = {
  readonly offer: Offer
  /** As the protocol library wants them back when they are called. */
  readonly tools: ReadonlyMap<string, Tool>
}

/** It offers more than anyone would look at. */
export class TooManyOffers extends Error {}

/** In words, where a list had one page more than is read; null: that is not what was thrown. */
export const endlessPages = (thrown: unknown, pages: number): string | null =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'LIST_PAGINATION_EXCEEDED'
    ? `has a list that did not end after ${pages} pages`
    : null

export type DiscoverDeps = {
  readonly client: Client
  readonly launch: readonly string[]
  readonly limits: Limits
  readonly signal: AbortSignal
  /** What of it is not taken, in words that go after its name. */
  readonly note: (text: string) => void
}

/** Throws what the protocol library throws, and `TooManyOffers`. */
export async function discover({
  client,
  launch,
  limits,
  signal,
  note,
}: DiscoverDeps): Promise<Discovered> {
  const options = {
    signal,
    timeout: limits.discoveryMs,
    maxTotalTimeout: limits.discoveryMs,
    cacheMode: 'refresh' as const,
  }
  const can = client.getServerCapabilities() ?? {}
  const [tools, prompts, resources, templates] = await Promise.all([
    can.tools === undefined
      ? []
      : client.listTools(undefined, options).then((listed) => listed.tools),
    can.prompts === undefined
      ? []
      : unlessUnknown(client.listPrompts(undefined, options).then((listed) => listed.prompts)),
    can.resources === undefined
      ? []
      : unlessUnknown(client.listResources(undefined, options).then((listed) => listed.resources)),
    can.resources === undefined
      ? []
      : unlessUnknown(
          client
            .listResourceTemplates(undefined, options)
            .then((listed) => listed.resourceTemplates),
        ),
  ])
  if (tools.length > limits.tools) throw new TooManyOffers(`offers ${tools.length} tools`)
  if (prompts.length > limits.prompts) throw new TooManyOffers(`offers ${prompts.length} prompts`)
  const all = [...resources.map(resourceOf), ...templates.map(templateOf)]
  if (all.length > limits.resources)
    note(`offers ${all.length} resources, of which the first ${limits.resources} are taken`)
  const large = (one: unknown): boolean =>
    isTrimmed(one) || weighs(one, limits.definitionChars) > limits.definitionChars
  let weight = 0
  const offered = tools.map((tool) => {
    weight += weighs(tool, limits.definitionChars)
    if (!large(tool) && weight <= limits.definitionsChars) return toolOf(tool)
    note(
      `defines a tool of more than ${isTrimmed(tool) ? limits.definitionChars : Math.min(limits.definitionChars, weight)} characters`,
    )
    return oversized(tool.name, limits.definitionChars)
  })
  const keptPrompts = prompts.filter((one) => !large(one))
  const fitting = all.filter((one) => !large(one))
  if (keptPrompts.length + fitting.length < prompts.length + all.length)
    note(`describes a prompt or a resource in more than ${limits.definitionChars} characters`)
  const instructions = client.getInstructions() ?? null
  if (large(instructions))
    note(`has instructions of more than ${limits.definitionChars} characters`)
  const server = client.getServerVersion()
  return {
    tools: new Map(tools.map((tool) => [tool.name, withoutOutput(tool)])),
    offer: {
      server: { name: server?.name ?? '', version: server?.version ?? '' },
      protocol: client.getNegotiatedProtocolVersion() ?? '',
      instructions: instructions?.slice(0, limits.definitionChars) ?? null,
      tools: offered,
      prompts: keptPrompts.map(promptOf),
      resources: fitting.slice(0, limits.resources),
      ...(can.completions === undefined ? {} : { completions: true }),
      launch: [...launch],
    },
  }
}

type Listed<M extends 'listPrompts' | 'listResources' | 'listResourceTemplates'> = Awaited<
  ReturnType<Client[M]>
>

/** Servers that people use say that they have what they do not know the question for. */
const METHOD_NOT_FOUND = -32_601
const unlessUnknown = <T>(listed: Promise<readonly T[]>): Promise<readonly T[]> =>
  listed.catch((thrown: unknown) => {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === METHOD_NOT_FOUND) return []
    throw thrown
  })

/**
 * Results are held against the output schema here and not by the library, whose checker makes code
 * of it.
 */
function withoutOutput(tool: Tool): Tool {
  const { outputSchema: _checkedHere, ...rest } = tool
  return rest
}

/** Of a definition that is never looked into. */
const oversized = (name: string, chars: number): OfferedTool => ({
  name: name.slice(0, 200),
  title: null,
  description: '',
  inputSchema: {},
  outputSchema: null,
  annotations: {
    title: null,
    readOnly: null,
    destructive: null,
    idempotent: null,
    openWorld: null,
  },
  oversized: chars,
})

const toolOf = ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations = {},
}: Tool): OfferedTool => ({
  name,
  title: title ?? null,
  description: description ?? '',
  inputSchema,
  outputSchema: outputSchema ?? null,
  annotations: {
    title: annotations.title ?? null,
    readOnly: annotations.readOnlyHint ?? null,
    destructive: annotations.destructiveHint ?? null,
    idempotent: annotations.idempotentHint ?? null,
    openWorld: annotations.openWorldHint ?? null,
  },
})

const promptOf = (prompt: Listed<'listPrompts'>['prompts'][number]): OfferedPrompt => ({
  name: prompt.name,
  title: prompt.title ?? null,
  description: prompt.description ?? '',
  arguments: (prompt.arguments ?? []).map(({ name, description, required }) => ({
    name,
    description: description ?? '',
    required: required ?? false,
  })),
})

type Described = {
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly mimeType?: string | undefined
}
const described = ({ name, title, description, mimeType }: Described) => ({
  name,
  title: title ?? null,
  description: description ?? '',
  mimeType: mimeType ?? null,
})
const resourceOf = (resource: Listed<'listResources'>['resources'][number]): OfferedResource => ({
  uri: resource.uri,
  template: false,
  ...described(resource),
})
const templateOf = (
  resource: Listed<'listResourceTemplates'>['resourceTemplates'][number],
): OfferedResource => ({
  uri: resource.uriTemplate,
  template: true,
  ...described(resource),
})
