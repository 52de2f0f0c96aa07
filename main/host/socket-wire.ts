// The messages of the local socket: one JSON object per line, both ways. Shared by its two ends.
import { z } from 'zod'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'

/**
 * A line longer than this ends the connection. Characters. Answers carry whole approvals and pages
 * of the journal.
 */
export const longestRequest = 4 * 1024 * 1024
export const longestAnswer = 64 * 1024 * 1024
/** The same for one message of a client of the gateway. */
export const longestMessage = 16 * 1024 * 1024

export const Answer = z.union([
  z.strictObject({
    id: z.int().nullable(),
    result: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), value: z.unknown() }),
      z.strictObject({ ok: z.literal(false), error: Failure }),
    ]),
  }),
  z.strictObject({ event: z.looseObject({ kind: z.string() }) }),
])
export type Answer =
  | { readonly id: number | null; readonly result: Result<unknown, Failure> }
  | { readonly event: PanelEvent }

export const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`
