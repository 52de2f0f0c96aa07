// A JSON text of a table, read with its schema.
import type { z } from 'zod'
import { jsonOf } from '../../contract/read-json.ts'

/** None for a text that somebody made unreadable. */
export const bodyAs =
  <S extends z.ZodType>(schema: S) =>
  (body: string): z.output<S>[] => {
    const parsed = schema.safeParse(jsonOf(body))
    return parsed.success ? [parsed.data] : []
  }
