// What somebody may call at all: which tools, which actions of each, and within which scopes. A grant
// frees nothing. Whatever it covers is decided by the gate like any other call; whatever it does not
// cover is neither shown nor run. Pure.
import { z } from 'zod'
import { Scope } from './scope.ts'

/** A name of a tool, or with `*` at its end all names that begin so: `forge__*`, `*`. */
const ToolPattern = z.string().regex(/^(?:[a-zA-Z][a-zA-Z0-9_-]{0,63}\*?|\*)$/)

export const ToolGrant = z.strictObject({
  tool: ToolPattern,
  /** Null: all of them, and a tool that has none. A tool that has none is in no list of actions. */
  actions: z.array(z.string()).min(1).readonly().nullable(),
  /** Every one of them has to hold. Empty: no limit. */
  scopes: z.array(Scope).readonly(),
})
export type ToolGrant = z.infer<typeof ToolGrant>

/** A call is covered where one of these covers it. An empty grant covers nothing. */
export const Grant = z.array(ToolGrant)
export type Grant = readonly ToolGrant[]

/** Of a caller that only the policy limits. */
export const EVERYTHING: Grant = [{ tool: '*', actions: null, scopes: [] }]

export const NOTHING: Grant = []

const named = (pattern: string, tool: string): boolean =>
  pattern.endsWith('*') ? tool.startsWith(pattern.slice(0, -1)) : pattern === tool

/** The parts of it that speak of a tool. */
export const grantedFor = (grant: Grant, tool: string): Grant =>
  grant.filter((part) => named(part.tool, tool))

/** Which actions of a tool it covers, scopes aside. `none`: it does not have the tool. */
export function grantedActions(grant: Grant, tool: string): 'all' | 'none' | ReadonlySet<string> {
  const parts = grantedFor(grant, tool)
  if (parts.length === 0) return 'none'
  if (parts.some(({ actions }) => actions === null)) return 'all'
  return new Set(parts.flatMap(({ actions }) => actions ?? []))
}

/** Whether it covers that action of that tool in some scope; null: a tool that has no actions. */
export const grants = (grant: Grant, tool: string, action: string | null): boolean =>
  coveringParts(grant, tool, action).length > 0

/** The parts that cover the action. A call is within the grant where all scopes of one of them hold. */
export const coveringParts = (grant: Grant, tool: string, action: string | null): Grant =>
  grantedFor(grant, tool).filter(
    ({ actions }) => actions === null || (action !== null && actions.includes(action)),
  )

/** What both cover, and nothing else: its holder can do no more than either allows. */
export const intersectGrants = (a: Grant, b: Grant): Grant =>
  distinct(a.flatMap((one) => b.flatMap((other) => bothOf(one, other) ?? [])))

/** What one of them covers. */
export const uniteGrants = (all: readonly Grant[]): Grant => distinct(all.flat())

function bothOf(a: ToolGrant, b: ToolGrant): ToolGrant | null {
  const tool = narrower(a.tool, b.tool)
  if (tool === null) return null
  const actions =
    a.actions === null || b.actions === null
      ? (a.actions ?? b.actions)
      : a.actions.filter((name) => b.actions?.includes(name) === true)
  return actions?.length === 0 ? null : { tool, actions, scopes: [...a.scopes, ...b.scopes] }
}

/** Names that both patterns have are those of the narrower one, or there are none. */
function narrower(a: string, b: string): string | null {
  if (named(a, b.replace(/\*$/, '')) && (a.endsWith('*') || a === b)) return b
  if (named(b, a.replace(/\*$/, '')) && b.endsWith('*')) return a
  return null
}

/** Each part once, each scope of it once, so that intersections of intersections do not grow. */
function distinct(parts: Grant): Grant {
  const seen = new Map<string, ToolGrant>()
  for (const { tool, actions, scopes } of parts) {
    const once = [...new Map(scopes.map((scope) => [keyOf(scope), scope])).values()]
    const sorted = actions === null ? null : [...new Set(actions)].toSorted()
    const key = JSON.stringify([tool, sorted, once.map(keyOf).toSorted()])
    seen.set(key, { tool, actions: sorted, scopes: once })
  }
  return [...seen.values()]
}

const keyOf = (scope: Scope): string =>
  JSON.stringify(
    Object.entries(scope)
      .map(([name, values = []]) => JSON.stringify([name, ...values.toSorted()]))
      .toSorted(),
  )
