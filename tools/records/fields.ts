// The arguments that tools for records share, each with its bounds.
import { z } from 'zod'
import { oneLine } from '../service/action-args.ts'

export const line = (most: number) => z.string().trim().min(1).max(most).refine(oneLine, 'one line')
export const longText = z.string().min(1).max(10_000)
export const query = z
  .string()
  .min(1)
  .max(500)
  .describe('Words; each has to begin a word of what is found.')
export const recordId = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
export const day = z.iso.date({ error: 'a day such as 2026-11-24' })
export const limit = z.int().min(1).max(200).default(50).describe('Entries at most.')
export const tags = z
  .array(line(50))
  .max(20)
  .refine((all) => new Set(all).size === all.length, 'each tag once')
