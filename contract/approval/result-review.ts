// A result that waits for a person before a model may read it.
import { counted } from '../counted.ts'
import { z } from 'zod'
import { SourceLabel } from '../call/origin.ts'
import { RequestHash } from '../ids.ts'
import { Json } from '../json.ts'

const line = z.int().min(1).max(10_000_000)

/** Lines of the text that are left out, counted from 1, the last one included. */
export const LineRange = z
  .strictObject({ from: line, to: line })
  .refine(({ from, to }) => from <= to, 'The first line comes before the last.')
export type LineRange = z.infer<typeof LineRange>

/** All that a model would get. What is not in here is never passed on. */
export const ResultReview = z.strictObject({
  /** The request whose result it is. */
  of: RequestHash,
  text: z.string(),
  /** What came beside the text as data; null: nothing, or the text says the same. */
  data: Json.nullable(),
  /** Phrases that read like instructions to a model. */
  flags: z.array(z.string()),
  /** The lines that they are in. A phrase that no few lines have is in none. */
  flagged: z.array(LineRange).default([]),
  label: SourceLabel,
  /** The call did what it should. */
  ok: z.boolean(),
  /** Parts that cannot be shown here, such as pictures: they are withheld in any case. */
  unshown: z.array(z.string()),
})
export type ResultReview = z.infer<typeof ResultReview>

export const Cut = z.array(LineRange).min(1).max(10_000)
export type Cut = z.infer<typeof Cut>

export const linesOf = (text: string): readonly string[] => text.split('\n')

/** In order, joined where they touch, without what lies behind the end. */
export function joined(cut: readonly LineRange[], lines: number): readonly LineRange[] {
  const out: LineRange[] = []
  for (const { from, to } of cut.toSorted((a, b) => a.from - b.from)) {
    if (from > lines) continue
    const last = out.at(-1)
    const end = Math.min(to, lines)
    if (last !== undefined && from <= last.to + 1)
      out[out.length - 1] = { from: last.from, to: Math.max(last.to, end) }
    else out.push({ from, to: end })
  }
  return out
}

/** The text without these lines; each gap says how many are missing. */
export function withoutLines(text: string, cut: readonly LineRange[]): string {
  const lines = linesOf(text)
  const parts: string[] = []
  let next = 1
  for (const { from, to } of joined(cut, lines.length)) {
    parts.push(...lines.slice(next - 1, from - 1))
    const count = to - from + 1
    parts.push(`[Gatehouse: a person left out ${counted(count, 'line')} here]`)
    next = to + 1
  }
  return [...parts, ...lines.slice(next - 1)].join('\n')
}

/** `3-10,15` as a person types it; null for anything else. */
export function readCut(text: string): Cut | null {
  const ranges = text.split(',').map((part) => {
    const [, from, to = from] = /^\s*(\d{1,8})(?:\s*-\s*(\d{1,8}))?\s*$/.exec(part) ?? []
    return { from: Number(from), to: Number(to) }
  })
  return Cut.safeParse(ranges).data ?? null
}
