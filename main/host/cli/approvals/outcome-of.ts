// How a call that runs in this process ended, as its journal says.
import type { CallId } from '../../../../contract/ids.ts'
import type { Call } from '../command.ts'
import type { Session } from '../session/session.ts'

/**
 * Waits for the journal's last word on a call; calls have time limits of their own, so it comes.
 */
export async function outcomeOf(
  session: Session,
  callId: CallId,
  { context }: Call,
): Promise<string> {
  for (;;) {
    const page = await session.call('audit.page', {
      limit: 1,
      filter: { kinds: ['outcome', 'refused'], callId },
    })
    if (!page.ok) return 'unknown'
    const entry = page.value.rows[0]?.entry
    if (entry?.kind === 'outcome') return entry.status
    if (entry?.kind === 'refused') return 'refused'
    await context.sleep(50)
  }
}
