// What an external server can put into a result besides plain text. Shown harmlessly, passed on to
// clients as it came, cleaned and redacted like every text.
import { z } from 'zod'

export const Content = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  /** `data` is base64. */
  z.strictObject({ kind: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.strictObject({ kind: z.literal('audio'), mimeType: z.string(), data: z.string() }),
  z.strictObject({
    kind: z.literal('link'),
    uri: z.string(),
    name: z.string(),
    mimeType: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal('resource'),
    uri: z.string(),
    mimeType: z.string().nullable(),
    text: z.string(),
  }),
  /** Bytes of a resource that are no text, in base64. */
  z.strictObject({
    kind: z.literal('blob'),
    uri: z.string(),
    mimeType: z.string().nullable(),
    data: z.string(),
  }),
  /** Something we do not know, or too large to keep: what it was, in words. */
  z.strictObject({ kind: z.literal('left-out'), text: z.string() }),
])
export type Content = z.infer<typeof Content>
