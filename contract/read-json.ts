// Text that may be no JSON at all: rows that somebody edited, messages, answers of services.
import type { z } from 'zod'

/** What a text of JSON says; null where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The same, where a schema takes it; null where it does not. */
export const readJson = <T>(text: string, schema: z.ZodType<T>): T | null =>
  schema.safeParse(jsonOf(text)).data ?? null
