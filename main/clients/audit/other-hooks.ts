// Hooks of somebody else before the same tools.
import type { ClientName } from '../connect/agents/clients.ts'
import type { ReadFile } from '../connect/hook-state.ts'
import { at } from '../connect/entry-editor.ts'

/** Agents ask several hooks, and some let each of them change the call. */
export function othersBefore(agent: ClientName, files: readonly ReadFile[]): readonly string[] {
  const others = files.filter(({ data }) =>
    ['PreToolUse', 'BeforeTool', 'preToolUse', 'beforeShellExecution'].some((event) => {
      const groups = at(data, ['hooks', event])
      return (
        Array.isArray(groups) &&
        groups.some(
          (group) => !new RegExp(String.raw`\bhook ${agent}\b`).test(JSON.stringify(group)),
        )
      )
    }),
  )
  return others.map(
    ({ file }) =>
      `${file} has another hook before its tools: one that changes a call does so without Gatehouse.`,
  )
}
