import { z } from 'zod'

/** How the window looks and listens. Nothing in it decides about a call. */
export const Appearance = z.strictObject({
  theme: z
    .enum(['system', 'light', 'dark'])
    .default('system')
    .describe('Light, dark, or as the system says.'),
  /** system: as the system says. more: high contrast. */
  contrast: z
    .enum(['system', 'more', 'normal'])
    .default('system')
    .describe('more is high contrast.'),
  density: z
    .enum(['comfortable', 'compact'])
    .default('comfortable')
    .describe('How much room a row takes.'),
  textPercent: z
    .union([
      z.literal(100),
      z.literal(115),
      z.literal(130),
      z.literal(150),
      z.literal(175),
      z.literal(200),
    ])
    .default(100)
    .describe('Size of all text.'),
  singleKeyShortcuts: z
    .boolean()
    .default(true)
    .describe('Keys without Ctrl or Cmd, such as J and K.'),
  sidebarCollapsed: z.boolean().default(false).describe('The list of screens shows pictures only.'),
})
export type Appearance = z.infer<typeof Appearance>
