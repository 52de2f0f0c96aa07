// Reads what is held, page by page. What comes and goes meanwhile counts behind the pages.
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import type { ApprovalId } from '../../../../contract/ids.ts'
import { allHeld } from '../approvals/all-held.ts'
import type { Session } from '../session/session.ts'

export function openQueueReader() {
  let meanwhile: PanelEvent[] | null = null
  return {
    saw: (event: PanelEvent): void => void meanwhile?.push(event),
    /** `since`: what was told while it read. */
    async read(there: Session) {
      const since: PanelEvent[] = []
      meanwhile = since
      const [held, app] = await Promise.all([allHeld(there), there.call('app.state', {})])
      if (meanwhile === since) meanwhile = null
      return { held, since, stopped: app.ok && app.value.stopped !== null }
    },
  }
}

/** A card that is opened is looked at again, and what its scopes would have done is counted. */
export async function readOpened(here: Session | null, id: ApprovalId) {
  const [fresh, scopes] = await Promise.all([
    here?.call('approvals.rehearse', { id, opened: true }),
    here?.call('approvals.scopes', { id }),
  ])
  return { fresh, scopes }
}
