// A part of a run that is read apart from its end. Pure.
import type { RunItem } from '../../../contract/agent/run.ts'
import type { Transcript } from './transcript.ts'

/** In order, without a gap. `older`: the store has some before them. */
export type Part = { readonly items: readonly RunItem[]; readonly older: boolean }

/** Items that lie between and are still read, rather than shown apart. */
const NEAR = 400

/** Whether an item lies so far above what is read that it is looked at apart. */
export function isFar({ items, older }: Pick<Transcript, 'items' | 'older'>, at: number): boolean {
  const first = items[0]?.id
  return older && first !== undefined && at < first - NEAR
}

/** With those that come next; what is there already counts once. */
export function withNewer(part: Part, items: readonly RunItem[]): Part {
  const last = part.items.at(-1)?.id ?? 0
  return { ...part, items: [...part.items, ...items.filter(({ id }) => id > last)] }
}

/** Part and end in one, once nothing lies between; null before. */
export function joined(part: Part, end: Transcript): Transcript | null {
  const last = part.items.at(-1)?.id
  const first = end.items[0]?.id
  if (last === undefined || first === undefined || last < first - 1) return null
  return {
    ...end,
    items: [...part.items.filter(({ id }) => id < first), ...end.items],
    older: part.older,
  }
}
