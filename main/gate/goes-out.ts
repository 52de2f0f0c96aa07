// Pure. What could carry out of this machine what a session has read.
import { changesThings } from '../../contract/call/manifest.ts'
import { isOwnTouch } from '../../contract/call/own-service.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { DecisionRequest } from './decision-request.ts'
import { namesHost } from './touch-facts.ts'

/**
 * Requests, connections opened to a command, and calls of external servers, but for a tool of which
 * a person said that it keeps to itself. A command without connections is none: the network is
 * closed for it.
 */
export const goesOut = (touch: CanonicalTouch): boolean =>
  namesHost(touch) || (touch.kind === 'mcp.call' && (touch.openWorld || touch.what !== undefined))

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
