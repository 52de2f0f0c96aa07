import { z } from 'zod'

/** How the window looks and listens. Nothing in it decides about a call. */
export const Appearance = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** system: as the system says. more: high contrast. */
  contrast: z.enum(['system', 'more', 'normal']).default('system'),
  density: z.enum(['comfortable', 'compact']).default('comfortable'),
  /** Size of all text, in percent. */
  textPercent: z
    .union([
      z.literal(100),
      z.literal(115),
      z.literal(130),
      z.literal(150),
      z.literal(175),
      z.literal(200),
    ])
    .default(100),
  /** Keys without Ctrl or Cmd: J, K, A, D, G then a letter. */
  singleKeyShortcuts: z.boolean().default(true),
  /** The list of screens shows pictures only. */
  sidebarCollapsed: z.boolean().default(false),
})
export type Appearance = z.infer<typeof Appearance>
