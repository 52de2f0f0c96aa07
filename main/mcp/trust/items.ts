// Pure. What an offer consists of for a review: each thing that a model or a person would read, or
// that would be run, as one text. The text is what is hashed, stored and shown, so the three cannot
// differ.
import { canonicalJson } from '../../../contract/json.ts'
import {
  OfferedTool,
  type Offer,
  type Reviewed,
  type ServerConfig,
  type Setting,
} from '../../../contract/server/server.ts'
import { assertNever } from '../../../contract/never.ts'
import { textIn } from './scan/scan.ts'

export type What = Reviewed['what']

export type Item = {
  readonly what: What
  readonly name: string
  /** JSON in lines, keys in order; texts of several lines as lists of lines. */
  readonly text: string
  /** What was written in it by the server, to be scanned. */
  readonly words: string
}

export const keyOf = ({ what, name }: { readonly what: What; readonly name: string }): string =>
  `${what} ${name}`

/**
 * Of everything in an offer. Things of one name are one item, so that none of them can hide behind
 * the other.
 */
export function itemsOf(
  offer: Offer,
  config: ServerConfig,
  hidesSecrets: (text: string) => string,
): readonly Item[] {
  const { server, instructions, launch, tools, prompts, resources } = offer
  const own = {
    launch,
    ...granted(config, hidesSecrets),
    instructions,
    name: server.name,
    version: server.version,
  }
  const items = [
    item('server', 'server', own, [instructions, server.name]),
    ...grouped(tools, 'tool', ({ name }) => name),
    ...grouped(prompts, 'prompt', ({ name }) => name),
    ...grouped(resources, 'resource', ({ uri }) => uri),
  ]
  return items
}

function grouped<T>(list: readonly T[], what: What, nameOf: (one: T) => string): readonly Item[] {
  const byName = Map.groupBy(list, nameOf)
  return [...byName].map(([name, all]) => item(what, name, all.length === 1 ? all[0] : all, all))
}

const item = (what: What, name: string, value: unknown, words: unknown): Item => ({
  what,
  name,
  text: linesOf(value),
  words: textIn(words),
})

/** What the configuration gives to the server: a variable can decide what a program runs. */
function granted(
  config: ServerConfig,
  hidesSecrets: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const shown = (settings: Readonly<Record<string, Setting>>) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        name,
        typeof value === 'string' ? hidesSecrets(value) : { secret: value.secret },
      ]),
    )
  switch (config.transport) {
    case 'stdio':
      return {
        transport: 'stdio',
        env: shown(config.env),
        hosts: config.hosts,
        folders: config.folders,
        // Left out where it has none: what was reviewed before there were any stays as it is.
        ...(config.sockets === true ? { sockets: true } : {}),
      }
    case 'http':
      return {
        transport: 'http',
        url: config.url,
        headers: shown(config.headers),
        ...(config.signIn === undefined ? {} : { signIn: config.signIn }),
      }
    default:
      return assertNever(config, 'granted')
  }
}

/** Fields that people read as text; elsewhere a line end stays written as `\n`. */
const IN_LINES = new Set(['description', 'instructions'])

/** The text of one tool, as a review has it. */
export const itemText = (tool: OfferedTool): string => linesOf(tool)

function linesOf(value: unknown): string {
  const ordered: unknown = JSON.parse(canonicalJson(value))
  return JSON.stringify(
    ordered,
    (key, member: unknown) =>
      IN_LINES.has(key) && typeof member === 'string' && member.includes('\n')
        ? member.split('\n')
        : member,
    2,
  )
}

/** The tool that a reviewed text describes; null where it is none, or several under one name. */
export const toolIn = (text: string): OfferedTool | null =>
  OfferedTool.safeParse(valueIn(text)).data ?? null

/** The launch that a reviewed server had: command, arguments and hashes. Empty where there is none. */
export function launchIn(text: string): readonly string[] {
  const value = valueIn(text)
  const launch =
    value !== null && typeof value === 'object' && 'launch' in value ? value.launch : null
  return Array.isArray(launch) ? launch.filter((part) => typeof part === 'string') : []
}

/** A reviewed server with another program. */
export function withLaunch(text: string, launch: readonly string[]): string {
  const value = valueIn(text)
  return value === null || typeof value !== 'object' ? text : linesOf({ ...value, launch })
}

/** The version that a reviewed server gave. */
export function versionIn(text: string): string {
  const value = valueIn(text)
  return value !== null &&
    typeof value === 'object' &&
    'version' in value &&
    typeof value.version === 'string'
    ? value.version
    : ''
}

/**
 * What a reviewed text says. Null for what is no JSON: somebody may have written into the store.
 */
export function valueIn(text: string): unknown {
  try {
    return JSON.parse(text, (key, member: unknown) =>
      IN_LINES.has(key) && Array.isArray(member) && member.every((line) => typeof line === 'string')
        ? member.join('\n')
        : member,
    )
  } catch {
    return null
  }
}
