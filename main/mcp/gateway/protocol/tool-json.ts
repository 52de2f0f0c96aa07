// A tool as clients of the gateway see it. What it says of itself beyond that comes from the
// manifest, not from a server.
import { onlyReads, type Manifest } from '../../../../contract/call/manifest.ts'

export type OfferedHere = {
  readonly manifest: Manifest
  readonly inputSchema: Readonly<Record<string, unknown>>
}

export const waitTool = {
  name: 'gatehouse_wait',
  title: 'Wait for an answer',
  description:
    'Waits for a person to answer a call that Gatehouse holds, and gives the result of that call. Use it after a call was answered with "waiting for a person". Without `request` it waits for whichever of your held calls ends first.',
  inputSchema: {
    type: 'object',
    properties: {
      request: { type: 'string', description: 'The id that the held call was answered with.' },
    },
    additionalProperties: false,
  },
  annotations: {
    title: 'Wait for an answer',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
} as const

/**
 * The list as JSON text. Headers made of arguments are not ours to check, so no schema asks for
 * any.
 */
export const toolsJson = (offered: readonly OfferedHere[]): string =>
  JSON.stringify([...offered.map(toolOf), waitTool], (key, value: unknown) =>
    key === 'x-mcp-header' ? undefined : value,
  )

const toolOf = ({ manifest, inputSchema }: OfferedHere) => ({
  name: manifest.name,
  title: manifest.title,
  description: manifest.description,
  inputSchema: shapeOf(inputSchema),
  annotations: {
    title: manifest.title,
    readOnlyHint: onlyReads(manifest),
    destructiveHint: !onlyReads(manifest),
    idempotentHint: onlyReads(manifest),
    openWorldHint: manifest.networkOutbound,
  },
})

/**
 * The form that the protocol wants of every tool: an object whose properties are schemas written as
 * objects. Libraries of clients refuse the whole list for one tool that says `true` there, which
 * means the same.
 */
function shapeOf({
  properties,
  required,
  ...rest
}: OfferedHere['inputSchema']): Readonly<Record<string, unknown>> {
  const named =
    properties !== null && typeof properties === 'object' && !Array.isArray(properties)
      ? Object.entries(properties)
      : null
  return {
    ...rest,
    type: 'object',
    ...(named === null
      ? {}
      : { properties: Object.fromEntries(named.map(([name, one]) => [name, asObject(one)])) }),
    ...(Array.isArray(required)
      ? { required: required.filter((one) => typeof one === 'string') }
      : {}),
  }
}

const asObject = (schema: unknown): unknown =>
  schema !== null && typeof schema === 'object' && !Array.isArray(schema)
    ? schema
    : schema === false
      ? { not: {} }
      : {}
