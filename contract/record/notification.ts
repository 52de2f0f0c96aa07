// A text shown to the person outside of any card, always with who says it.
import { z } from 'zod'

export const ShownNotification = z.strictObject({
  /** Never reused; a window shows each once. */
  id: z.int(),
  /** The agent, client or job that says it; null: Gatehouse, about what the person keeps. */
  by: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  subtitle: z.string(),
  sound: z.boolean(),
  at: z.int(),
})
export type ShownNotification = z.infer<typeof ShownNotification>

/** The head of it on every surface: what an agent says is never taken for Gatehouse's own words. */
export const notificationTitle = ({ by, title }: Pick<ShownNotification, 'by' | 'title'>): string =>
  by === null ? title : `From ${by}: ${title}`
