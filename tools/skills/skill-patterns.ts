// Pure. Which recorded uses are a pattern: the same kind of request, served often enough.
import type { RecordOf } from '../../contract/record/record.ts'

export type SkillPattern = {
  readonly pattern: string
  readonly tools: readonly string[]
  /** By tool; only of those whose uses all say which action they were. */
  readonly actions: Readonly<Record<string, readonly string[]>>
  readonly times: number
}

/** Uses of all its tools together. */
export const OFTEN_ENOUGH = 3

/** The most often used first; tools by name. */
export function skillPatterns(uses: readonly RecordOf<'usage'>[]): readonly SkillPattern[] {
  const patterns = new Map<string, RecordOf<'usage'>[]>()
  for (const use of uses) patterns.set(use.title, [...(patterns.get(use.title) ?? []), use])
  return [...patterns]
    .map(([pattern, all]) => ({
      pattern,
      tools: [...new Set(all.map(({ body }) => body.tool))].toSorted(),
      actions: actionsOf(all),
      times: all.reduce((sum, { body }) => sum + body.times, 0),
    }))
    .filter(({ times }) => times >= OFTEN_ENOUGH)
    .toSorted((a, b) => b.times - a.times || a.pattern.localeCompare(b.pattern))
}

function actionsOf(uses: readonly RecordOf<'usage'>[]): Readonly<Record<string, string[]>> {
  const byTool = Map.groupBy(uses, ({ body }) => body.tool)
  return Object.fromEntries(
    [...byTool].flatMap(([tool, all]) => {
      const said = all.flatMap(({ body }) => body.action ?? [])
      return said.length < all.length ? [] : [[tool, [...new Set(said)].toSorted()]]
    }),
  )
}
