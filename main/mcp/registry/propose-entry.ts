// What a server of a list would be here: switched off, of no trust, started by a package that is
// asked for once more before it is downloaded. Pure.
import { ServerConfig } from '../../../contract/server/server.ts'
import type { RegistryHit } from '../../../contract/server/registry-hit.ts'
import { plainText } from '../client/plain-text.ts'
import type {
  RegistryEntry,
  RegistryInput,
  RegistryPackage,
  RegistryRemote,
} from './read-registry.ts'

/** @param taken names of servers that are there. */
export function proposeEntry(entry: RegistryEntry, taken: readonly string[]): RegistryHit {
  const notes: string[] = []
  const config = waysOf(entry, notes)
  if (config === null && notes.length === 0)
    notes.push('It names nothing that could be started or reached.')
  if (entry.status === 'deprecated') notes.unshift('Its publisher says that it is deprecated.')
  return {
    id: plainText(entry.name, 300),
    title: plainText(entry.title ?? entry.name, 200),
    description: plainText(entry.description ?? '', 1_000),
    version: plainText(entry.version ?? entry.versionDetail?.version ?? '', 80),
    repository: entry.repository?.url === undefined ? null : plainText(entry.repository.url, 500),
    name: nameFor(entry.name, taken),
    config,
    notes: notes.map((note) => plainText(note, 500)),
  }
}

/** The first that can be used here: its packages, then its addresses. */
function waysOf(entry: RegistryEntry, notes: string[]): ServerConfig | null {
  const refused: string[] = []
  for (const one of entry.packages ?? []) {
    const found = fromPackage(one, notes)
    if (typeof found !== 'string') return found
    refused.push(found)
  }
  for (const one of entry.remotes ?? []) {
    const found = fromRemote(one, notes)
    if (typeof found !== 'string') return found
    refused.push(found)
  }
  notes.push(...refused)
  return null
}

function fromPackage(one: RegistryPackage, notes: string[]): ServerConfig | string {
  const kind = one.registryType ?? one.registryName ?? ''
  const name = one.identifier ?? one.name ?? ''
  const command = kind === 'npm' ? 'npx' : kind === 'pypi' ? 'uvx' : null
  if (command === null)
    return `It comes as ${kind || 'a package of no named kind'}, which Gatehouse does not start.`
  if (one.transport?.type !== undefined && one.transport.type !== 'stdio')
    return `Its package ${name} speaks ${one.transport.type}, not over its standard streams.`
  const version = one.version === undefined || one.version === 'latest' ? '' : `@${one.version}`
  if ((one.runtimeArguments ?? []).length > 0)
    notes.push('It wants options for npx or uvx, which were left out.')
  const env: Record<string, string> = {}
  for (const variable of one.environmentVariables ?? []) {
    const { name: key = '', isSecret = false, isRequired = false, description = '' } = variable
    const value = variable.value ?? variable.default
    if (isSecret || (value === undefined && isRequired)) {
      notes.push(
        `${isRequired ? 'Needs' : 'Takes'} the variable ${key}${isSecret ? ', a secret' : ''}${description === '' ? '' : `: ${description}`}`,
      )
      if (isRequired && !isSecret) env[key] = ''
    } else if (value !== undefined) env[key] = value
  }
  return parsed({
    transport: 'stdio',
    command,
    args: [
      ...(command === 'npx' ? ['-y'] : []),
      `${name}${version}`,
      ...(one.packageArguments ?? []).flatMap((argument) => argumentOf(argument, notes)),
    ],
    env,
  })
}

function argumentOf(argument: RegistryInput, notes: string[]): string[] {
  const { type, name, isRequired = false, description = '', valueHint = '' } = argument
  const value = argument.value ?? argument.default
  if (value === undefined) {
    if (isRequired)
      notes.push(
        `Needs an argument: ${name ?? valueHint}${description === '' ? '' : `, ${description}`}`,
      )
    return []
  }
  return type === 'named' && name !== undefined ? [name, value] : [value]
}

function fromRemote(one: RegistryRemote, notes: string[]): ServerConfig | string {
  const type = one.type ?? one.transportType ?? ''
  if (type !== 'streamable-http' && type !== 'streamable')
    return `Its address speaks ${type || 'an unnamed way'}, which is no longer in the specification.`
  for (const { name = '', description = '', isSecret = false } of one.headers ?? [])
    notes.push(
      `Takes the header ${name}${isSecret ? ', a secret' : ''}${description === '' ? '' : `: ${description}`}`,
    )
  if (/\{[^}]*\}/.test(one.url))
    return `Its address ${one.url} has a part that you have to fill in.`
  return parsed({ transport: 'http', url: one.url, headers: {} })
}

function parsed(config: unknown): ServerConfig | string {
  const found = ServerConfig.safeParse({
    ...(config as object),
    trust: 'community',
    enabled: false,
  })
  return found.success
    ? found.data
    : `It cannot be written as a server here: ${found.error.issues[0]?.message ?? ''}`
}

/** `io.github.ada/mcp-server-notes` becomes `notes`. */
function nameFor(id: string, taken: readonly string[]): string {
  const last = (id.split('/').at(-1) ?? '').toLowerCase()
  const base =
    last
      .replace(/^(?:mcp-server|server|mcp)-(?=.)/, '')
      .replace(/-(?:mcp-server|server|mcp)$/, '')
      .replaceAll(/[^a-z0-9-]+/g, '-')
      .replace(/^[^a-z]+/, '')
      .slice(0, 20)
      .replace(/-+$/, '') || 'server'
  for (let at = 1; ; at += 1) {
    const name = at === 1 ? base : `${base}-${at}`
    if (!taken.includes(name)) return name
  }
}
