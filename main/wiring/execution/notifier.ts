// Notifications, with texts that hide nothing and hold no secret.
import { openNotifier } from '../../records/notifier.ts'
import { cleanLarge } from '../../secrets/sanitize/sanitize-slices.ts'
import type { Clock } from '../clock.ts'
import type { Events } from '../events.ts'
import type { Execution } from '../execution.ts'

/** Characters of a notification that are shown. */
const MOST = 2_000

export const wireNotifier = (
  screens: Events['screens'],
  redactor: Execution['redactor'],
  { now, monotonic }: Clock,
) =>
  openNotifier({
    screens,
    now,
    monotonic,
    clean: async (text) => {
      const cleaned = await cleanLarge(text, { maxChars: MOST })
      return (await redactor.text(cleaned.text)).text
    },
  })
