// The actions and arguments that a tool under review lists in its schema. Pure.
import { actionsIn } from '../call/action-schema.ts'
import type { Reviewed } from './server.ts'

/** None where it lists none, or where its text cannot be read. */
export const offeredActions = (reviewed: Pick<Reviewed, 'now'>): readonly string[] => [
  ...new Set(actionsIn(schemaOf(reviewed))),
]

/** The names at the top of its schema; none as above. */
export function offeredArguments(reviewed: Pick<Reviewed, 'now'>): readonly string[] {
  const { properties } = schemaOf(reviewed)
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function schemaOf({ now }: Pick<Reviewed, 'now'>): Readonly<Record<string, unknown>> {
  try {
    const tool: unknown = JSON.parse(now ?? 'null')
    if (tool === null || typeof tool !== 'object' || !('inputSchema' in tool)) return {}
    return tool.inputSchema as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}
