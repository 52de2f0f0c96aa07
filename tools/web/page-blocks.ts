// The blocks of a page that were written so far: how large a span of them is, and its text.
import type { Semaphore } from './turns.ts'

/** Blocks from `start` up to, not including, `end`. */
export type Span = { readonly start: number; readonly end: number }

export type PageBlocks = {
  /** `tight`: no empty line before it. */
  add(block: string, tight: boolean): void
  count(): number
  /** Characters in the blocks of a span. */
  size(span: Span): number
  render(span: Span, turns: Semaphore): Promise<string>
  full(): boolean
}

/** Nobody reads further, and each block is work for the garbage collector, which takes no turns. */
const MOST_BLOCKS = 100_000
const RENDERED = 8_192

export function openPageBlocks(maxChars: number): PageBlocks {
  // Two lists and no objects: a hostile page has a million blocks, and clearing them away would
  // hold everything up.
  const texts: string[] = []
  const tights: boolean[] = []
  // Characters up to each block, so that the size of a span is one subtraction.
  const sums: number[] = [0]
  return {
    add(block, tight) {
      texts.push(block)
      tights.push(tight)
      sums.push((sums.at(-1) ?? 0) + block.length)
    },
    count: () => texts.length,
    size: ({ start, end }) => (sums[end] ?? 0) - (sums[start] ?? 0),
    async render({ start, end }, turns) {
      const parts: string[] = []
      for (let from = start; from < end; from += RENDERED) {
        let part = ''
        for (let at = from; at < Math.min(end, from + RENDERED); at += 1)
          part += (at === start ? '' : tights[at] === true ? '\n' : '\n\n') + (texts[at] ?? '')
        parts.push(part)
        await turns.next()
      }
      return parts.join('')
    },
    full: () => texts.length >= MOST_BLOCKS || (sums.at(-1) ?? 0) > maxChars,
  }
}
