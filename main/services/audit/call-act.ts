// What a call does in the words of its card, said again from its row: the rows hold its arguments, and
// the tool says what they mean. Pure.
import type { CallSummary } from '../../../contract/journal/call-summary.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'

export type ToolNamed = (name: string) => Pick<AnyTool, 'input' | 'facts'> | null

/**
 * Null: the tool says nothing of its own, or what the row shows of the arguments does not say it any
 * more, as where a secret was replaced.
 */
export function actOf(
  { tool, args, decision, at }: Pick<CallSummary, 'tool' | 'args' | 'decision' | 'at'>,
  toolNamed: ToolNamed,
): NonNullable<CallSummary['act']> | null {
  const named = toolNamed(tool)
  if (named?.facts === undefined || decision === null) return null
  const read = named.input.safeParse(args)
  if (!read.success) return null
  const { verb, target } = named.facts(read.data, { now: at, touches: decision.touches })
  return { verb, target }
}
