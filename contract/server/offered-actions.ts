// The actions that a tool under review lists in its schema. Pure.
import { actionsIn } from '../call/action-schema.ts'
import type { Reviewed } from './server.ts'

/** None where it lists none, or where its text cannot be read. */
export function offeredActions({ now }: Pick<Reviewed, 'now'>): readonly string[] {
  try {
    const tool: unknown = JSON.parse(now ?? 'null')
    if (tool === null || typeof tool !== 'object' || !('inputSchema' in tool)) return []
    return [...new Set(actionsIn(tool.inputSchema as Readonly<Record<string, unknown>>))]
  } catch {
    return []
  }
}
