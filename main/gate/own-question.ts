// Pure. Whether a call only asks the service that its tool is there for.
import { changesThings } from '../../contract/call/manifest.ts'
import { isOwnTouch } from '../../contract/call/own-service.ts'
import type { DecisionRequest } from './decision-request.ts'

/**
 * Looks something up at the service that the tool is there for, with the person's own account.
 * Nobody but that service sees the question, so it is no way out for what the session has read.
 */
export const asksOwnService = ({
  manifest,
  action,
  touches,
}: Pick<DecisionRequest, 'manifest' | 'action' | 'touches'>): boolean =>
  !changesThings(manifest, action) &&
  touches.length > 0 &&
  touches.every(
    (touch) =>
      isOwnTouch(manifest, touch) &&
      (touch.kind !== 'net.fetch' || touch.method !== 'POST' || (touch.bytes ?? 0) === 0) &&
      (touch.kind !== 'net.fetch' || asking.has(touch.method)),
  )

/** Some services search by a POST, all of it in the address. */
const asking: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
