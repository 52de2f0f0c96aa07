// A regular expression that an event has to match. Tried where a pattern that never ends is cut off.
import { z } from 'zod'

export const eventPattern = z
  .string()
  .min(1)
  .max(1_024)
  .superRefine((text, context) => {
    try {
      new RegExp(text, 'iu')
    } catch (fault) {
      const why =
        fault instanceof Error ? fault.message.replace(/^Invalid regular expression: /, '') : ''
      context.addIssue({ code: 'custom', message: `a regular expression: ${why}` })
    }
  })
