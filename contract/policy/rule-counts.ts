// Conditions of rules that are sizes and numbers of calls.
import { z } from 'zod'

/** Bytes of a request's body. One bound, or both for what lies between. */
export const RequestSize = z.strictObject({
  over: z.int().min(0).optional().describe('More bytes than this.'),
  upTo: z.int().min(0).optional().describe('This many bytes or fewer.'),
})
export type RequestSize = z.infer<typeof RequestSize>

export const RatePer = z.enum(['minute', 'hour', 'day', 'session'])
export type RatePer = z.infer<typeof RatePer>

const MOST_COUNTED = 10_000

/**
 * How many calls this caller was let make before: of the tools and actions that the rule names, or of all. One
 * of the two bounds.
 */
export const Rate = z.strictObject({
  over: z
    .int()
    .min(0)
    .max(MOST_COUNTED)
    .optional()
    .describe('From the next call after this many: 10 means from the eleventh.'),
  upTo: z.int().min(1).max(MOST_COUNTED).optional().describe('The first so many calls.'),
  per: RatePer.describe('In the last minute, hour or day, or in this session.'),
})
export type Rate = z.infer<typeof Rate>

/** Where a call works: in the workspace, elsewhere, on protected files. */
export const TouchZone = z.enum(['inside', 'outside', 'guarded'])
export type TouchZone = z.infer<typeof TouchZone>
