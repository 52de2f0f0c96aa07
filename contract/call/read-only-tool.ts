// A tool reduced to its actions that only read, for sub-agents that may change nothing. Made from any
// tool, a server's too.
import { failure } from '../failure.ts'
import { onlyReads } from './manifest.ts'
import { narrowTool, takesOnlyDeclared } from './narrow-tool.ts'
import type { AnyTool } from './tool.ts'

/**
 * The tool with its read actions alone, in its schema and in its description; another action is
 * refused as an argument, and once more before it would run. The tool itself where it only reads;
 * null where nothing is left.
 */
export function readOnlyTool(tool: AnyTool): AnyTool | null {
  const { manifest } = tool
  if (onlyReads(manifest) && (manifest.actions.length === 0 || takesOnlyDeclared(tool))) return tool
  const { name, title } = manifest
  const reads = manifest.actions.filter(({ readOnly }) => readOnly)
  return narrowTool(tool, {
    actions: new Set(reads.map((action) => action.name)),
    description: (names) =>
      `${title}, only to look. It has these actions: ${names}. Nothing can be changed with it here.`,
    refusal: (action, names) =>
      failure(
        'tool.read-only',
        `${name} can only look here, and ${action === null ? 'no action was named' : `${action} is none of what it may do`}.`,
        `Use one of: ${names}.`,
      ),
  })
}
