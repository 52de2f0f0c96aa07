// Which of the touches of a call a power works with.
import type { Principal } from '../../../contract/call/principal.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import type { Opener } from '../../terminals/open-sessions.ts'

export const isRun = (touch: CanonicalTouch): touch is CanonicalTouchOf<'proc.run'> =>
  touch.kind === 'proc.run'

/**
 * What a card may read beforehand: the file that the call would write, and no other. Never on the
 * STOP list.
 */
export const asRead = (touch: CanonicalTouch): readonly CanonicalTouchOf<'fs.read'>[] =>
  (touch.kind === 'fs.write' || touch.kind === 'fs.read') && touch.zone !== 'stop'
    ? [{ ...touch, kind: 'fs.read' }]
    : []

/** The agent as people know it. */
export const openerOf = (principal: Principal): Opener => ({
  agent: principal.name,
  runId: 'runId' in principal ? principal.runId : null,
})
