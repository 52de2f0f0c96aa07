// Reads lists in the format of the official registry of MCP servers: its answers, one server.json, or
// a list of them. Lists from before the format was settled are read too. Pure.
import { z } from 'zod'
import { isObject } from '../../../contract/is-object.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

const short = z.string().max(4_096)

/** An argument, a variable or a header: one that is left out is for the person to give. */
const Input = z.object({
  type: short.optional(),
  name: short.optional(),
  value: short.optional(),
  default: short.optional(),
  description: short.optional(),
  valueHint: short.optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
})
export type RegistryInput = z.infer<typeof Input>

const inputs = z.array(Input).max(200).optional()

const Package = z.object({
  registryType: short.optional(),
  registryName: short.optional(),
  identifier: short.optional(),
  name: short.optional(),
  version: short.optional(),
  runtimeArguments: inputs,
  packageArguments: inputs,
  environmentVariables: inputs,
  transport: z.object({ type: short.optional() }).optional(),
})
export type RegistryPackage = z.infer<typeof Package>

const Remote = z.object({
  type: short.optional(),
  transportType: short.optional(),
  url: short,
  headers: inputs,
})
export type RegistryRemote = z.infer<typeof Remote>

const Entry = z.object({
  name: short.min(1),
  title: short.optional(),
  description: z.string().max(20_000).optional(),
  version: short.optional(),
  versionDetail: z.object({ version: short.optional() }).optional(),
  status: short.optional(),
  repository: z.object({ url: short.optional() }).optional(),
  packages: z.array(Package).max(50).optional(),
  remotes: z.array(Remote).max(50).optional(),
})
export type RegistryEntry = z.infer<typeof Entry>

export type RegistryPage = {
  readonly entries: readonly RegistryEntry[]
  /** How the next page is asked for; null: there is none. */
  readonly next: string | null
}

const MOST = 50_000

/** Entries that cannot be read are left out. Failures: `registry.unreadable`. */
export function readRegistry(text: string): Result<RegistryPage, Failure> {
  let value: unknown
  try {
    value = camelCased(JSON.parse(text), 0)
  } catch {
    return err(unreadable('it is no JSON'))
  }
  const list = listIn(value)
  if (list === null) return err(unreadable('it holds no list of servers'))
  const entries = list.slice(0, MOST).flatMap((one): RegistryEntry[] => {
    // An answer of the registry has each server beside what the registry says about it.
    const inner = isObject(one) && isObject(one['server']) ? one['server'] : one
    const entry = Entry.safeParse(inner)
    return entry.success && entry.data.status !== 'deleted' ? [entry.data] : []
  })
  if (entries.length === 0 && list.length > 0)
    return err(unreadable('none of its servers can be read'))
  const metadata = isObject(value) ? value['metadata'] : undefined
  const next = isObject(metadata) ? metadata['nextCursor'] : undefined
  return ok({ entries, next: typeof next === 'string' && next !== '' ? next : null })
}

const unreadable = (why: string): Failure =>
  failure(
    'registry.unreadable',
    `This is no list of MCP servers: ${why}.`,
    'Name a registry, or a file in its format (server.json).',
  )

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  if (Array.isArray(value['servers'])) return value['servers']
  return typeof value['name'] === 'string' || isObject(value['server']) ? [value] : null
}

/** Earlier lists wrote `is_required`. */
function camelCased(value: unknown, depth: number): unknown {
  if (depth > 40) throw new Error('too deep')
  if (Array.isArray(value)) return value.map((one) => camelCased(one, depth + 1))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(member, depth + 1),
    ]),
  )
}
