// Pure. How tools from outside are called here, and which names are refused because they could be
// taken for another's.
import { folded, hasUnseen, skeleton } from './skeleton.ts'

/** Names of Gatehouse itself and of what is built in. */
const RESERVED = ['gatehouse', 'built-in', 'builtin', 'native', 'system', 'internal']

const LONGEST = 64
const CAPABILITY = /^[a-z][a-z0-9_]*$/

/**
 * The name a model calls. One that does not fit the form of names here, or is too long, gets a
 * spelling that is always the same and carries the hash of the whole name.
 */
export function toolName(server: string, tool: string, sha256: (text: string) => string): string {
  const whole = `${server}__${tool}`
  if (/^[a-zA-Z0-9_-]+$/.test(tool) && whole.length <= LONGEST) return whole
  const mark = `-${sha256(tool).slice(0, 8)}`
  const spelled = `${server}__${tool.normalize('NFKD').replace(/[^a-zA-Z0-9_-]+/g, '-')}`
  return `${spelled.slice(0, LONGEST - mark.length)}${mark}`
}

/** The stable id: `mcp.forge.create-issue`. Different names never get one id. */
export function toolId(server: string, tool: string, sha256: (text: string) => string): string {
  if (CAPABILITY.test(tool)) return `mcp.${server}.${tool.replaceAll('_', '-')}`
  const spelled = tool
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
  return `mcp.${server}.${spelled === '' ? 't' : spelled}-${sha256(tool).slice(0, 8)}`
}

/** `same`: but for case and separators. `alike`: only to the eye. */
type Likeness = 'same' | 'alike' | null

export const likeness = (a: string, b: string): Likeness =>
  folded(a) === folded(b) ? 'same' : skeleton(a) === skeleton(b) ? 'alike' : null

export type Named = {
  readonly server: string
  readonly tool: string
  /** A person has reviewed it, and it is open. Of two look-alikes that one stays. */
  readonly reviewed: boolean
}

/** Why no tool of a server may be used by that name; null when it may. */
export function refusedServer(
  name: string,
  reviewed: boolean,
  others: readonly { readonly name: string; readonly reviewed: boolean }[],
  builtIn: readonly string[],
): string | null {
  const own = [...RESERVED, ...builtIn].find((taken) => likeness(name, taken) !== null)
  if (own !== undefined)
    return `The name ${name} looks like ${own}, which belongs to Gatehouse. Give the server another name.`
  const other = others.find(
    (server) =>
      server.name !== name &&
      likeness(name, server.name) !== null &&
      !(reviewed && !server.reviewed),
  )
  return other === undefined
    ? null
    : `The name ${name} looks like that of the server ${other.name}. Give one of them another name.`
}

export type Shadow = {
  readonly refused: string | null
  readonly warnings: readonly string[]
  /** Of equal names of built-in tools: a note, unless something else of its server is suspicious. */
  readonly equal: readonly string[]
}

/**
 * Everything there is to be mistaken for, found by how it looks: names that are the same look
 * alike, too.
 */
export type Names = {
  readonly tools: ReadonlyMap<string, readonly Named[]>
  readonly builtIn: ReadonlyMap<string, readonly string[]>
}

export const namesOf = (tools: readonly Named[], builtIn: readonly string[]): Names => ({
  tools: Map.groupBy(tools, ({ tool }) => skeleton(tool)),
  builtIn: Map.groupBy(builtIn, skeleton),
})

/**
 * Looks a tool up against everything else there is. Prefixes keep servers apart, so an equal name
 * of two servers is only pointed out; a name that is another's to the eye alone has no honest
 * reason.
 */
export function shadowOf(own: Named, names: Names, community: boolean): Shadow {
  const { server, tool } = own
  const shape = skeleton(tool)
  if (hasUnseen(tool) || shape === '') return refuse('its name has characters that cannot be seen')
  const [whole] = names.builtIn.get(skeleton(`${server}__${tool}`)) ?? []
  if (whole !== undefined)
    return refuse(`with the name of its server it reads like ${whole}, which is built in`)
  const alike = names.tools.get(shape) ?? []
  const twin = alike.find((other) => other.server === server && other.tool !== tool)
  if (twin !== undefined) return refuse(`its name looks like ${twin.tool} of the same server`)
  const [warnings, equal]: [string[], string[]] = [[], []]
  for (const name of names.builtIn.get(shape) ?? []) {
    if (likeness(tool, name) === 'alike')
      return refuse(`its name looks like ${name}, which is built in, and is not the same`)
    if (community)
      return refuse(
        `its name is that of ${name}, which is built in; a community server cannot have it`,
      )
    equal.push(
      `It has the name of ${name}, which is built in. Here it is always called ${server}__${tool}.`,
    )
  }
  for (const other of alike) {
    if (other.server === server) continue
    const like = likeness(tool, other.tool)
    if (like === 'alike' && !(own.reviewed && !other.reviewed))
      return refuse(
        `its name looks like ${other.tool} of the server ${other.server}, and is not the same`,
      )
    if (like === 'same') warnings.push(`The server ${other.server} has a tool of that name too.`)
  }
  return { refused: null, warnings, equal }
}

const refuse = (why: string): Shadow => ({ refused: why, warnings: [], equal: [] })

/**
 * The names of all tools but those of this server. One that it has itself is its own, no matter who
 * else has it too; that is said where names are looked at.
 */
export function othersThan(
  server: string,
  all: readonly Named[],
  builtIn: readonly string[],
  sha256: (text: string) => string,
): ReadonlySet<string> {
  const [own, others] = [
    all.filter((named) => named.server === server),
    all.filter((named) => named.server !== server),
  ]
  const names = new Set([
    ...builtIn,
    ...others.flatMap((named) => [named.tool, toolName(named.server, named.tool, sha256)]),
  ])
  for (const { tool } of own) names.delete(tool)
  return names
}
