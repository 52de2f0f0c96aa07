// How much of a transcript the model is told in short, as the transcript itself says. Pure.
import type { RunItem } from '../../../contract/agent/run.ts'

/**
 * Numbers of items. Results up to `results` are told in a line each; whole steps up to `steps` in a
 * list. 0: none.
 */
export type Cut = { readonly results: number; readonly steps: number }

export const NO_CUT: Cut = { results: 0, steps: 0 }

/** The newest one holds: each goes as far as the one before, or further. */
export function cutOf(items: readonly RunItem[]): Cut {
  const last = items.findLast((item) => item.kind === 'compacted')
  return last?.kind === 'compacted' ? { results: last.results, steps: last.steps } : NO_CUT
}

/**
 * Cuts that go further than `now`, the mildest first: results of older steps, then older steps whole,
 * then the results of the newest step.
 */
export function furtherCuts(items: readonly RunItem[], now: Cut): readonly Cut[] {
  const groups = groupsOf(items)
  const last = groups.at(-1)
  if (last === undefined) return []
  const older = groups.slice(0, -1)
  const settled = older.findIndex(({ open }) => open)
  const steps = older.slice(0, settled === -1 ? undefined : settled).map(({ end }) => end)
  const results = older.map(({ end }) => end).filter((end) => end > now.results)
  const all = results.at(-1) ?? now.results
  const shorter = steps.filter((end) => end > now.steps)
  return [
    ...results.map((end) => ({ results: end, steps: now.steps })),
    ...shorter.map((end) => ({ results: all, steps: end })),
    ...(last.end > now.results ? [{ results: last.end, steps: shorter.at(-1) ?? now.steps }] : []),
  ]
}

/** A message with what came with it, or a step with its calls. `open`: one of them has not ended. */
type Group = { readonly end: number; readonly open: boolean }

function groupsOf(items: readonly RunItem[]): readonly Group[] {
  const groups: Group[] = []
  for (const item of items) {
    if (item.kind === 'user' || item.kind === 'assistant')
      groups.push({ end: item.id, open: item.kind === 'assistant' && item.streaming })
    if (item.kind !== 'call') continue
    const open = item.state.kind !== 'ended'
    const group = groups.pop() ?? { end: item.id, open: false }
    groups.push({ end: item.id, open: group.open || open })
  }
  return groups
}

/** Where the newest message or step begins. */
export const newestOf = (items: readonly RunItem[]): number =>
  items.findLast(({ kind }) => kind === 'user' || kind === 'assistant')?.id ?? 0
