// Pure. What of a call goes out, and whether it only asks the service that its tool is there for.
import { changesThings, type Manifest } from '../../contract/call/manifest.ts'
import { isOwnTouch } from '../../contract/call/own-service.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { DecisionRequest } from './decision-request.ts'
import { namesHost } from './touch-facts.ts'

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
      (touch.kind !== 'net.fetch' || onlyAsks(touch)) &&
      (touch.kind !== 'net.connect' || touch.recipients?.length === 0),
  )

/** Nothing but an address, to nobody in particular, and read by nobody on its way. */
const onlyAsks = ({ method, url, reach, bytes, recipients }: CanonicalTouchOf<'net.fetch'>) =>
  asking.has(method) &&
  (bytes ?? 0) === 0 &&
  (recipients ?? []).length === 0 &&
  (reach === 'local' || url.startsWith('https:'))

/** Some services search by a POST, all of it in the address. */
const asking: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

/**
 * Requests, connections opened to a command, and calls of external servers, but for a tool of which
 * a person said that it keeps to itself. A command without connections is none: the network is
 * closed for it.
 */
export const goesOut = (touch: CanonicalTouch): boolean =>
  namesHost(touch) || (touch.kind === 'mcp.call' && (touch.openWorld || touch.what !== undefined))

/**
 * A command that an agent runs by itself has the network of this machine. One of ours has none, and what
 * it was granted is a connection.
 */
const dials = ({ builtIn }: Manifest, touch: CanonicalTouch): boolean =>
  !builtIn &&
  touch.kind === 'proc.run' &&
  (touch.parts ?? []).some(({ effects }) => effects.includes('network'))

/** As far as what the session has read is concerned. */
export const sends = ({
  manifest,
  touches,
}: Pick<DecisionRequest, 'manifest' | 'touches'>): boolean =>
  touches.some((touch) => goesOut(touch) || dials(manifest, touch))

/** Something of the session may get to others by it. */
export const leaves = (request: DecisionRequest): boolean =>
  sends(request) && !asksOwnService(request)
