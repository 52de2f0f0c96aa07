// What is known of an organisation's bundles, as a person is shown it. Asks nothing of their source.
import type { BundleState } from '../../contract/bundle/state.ts'
import type { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import type { Bundles } from './in-force.ts'

/** @param next when the source is asked again; null: it is not. */
export function bundleState(
  organisation: OrganisationConfig | null,
  bundles: Pick<Bundles, 'current' | 'waiting' | 'seen'>,
  now: number,
  next: number | null = null,
): BundleState {
  if (organisation === null) return { kind: 'none' }
  const held = bundles.current()
  const waiting = bundles.waiting()
  const { checked, trouble } = bundles.seen()
  const inForce = held.kind === 'bundle' ? held.read.summary : null
  const ends = inForce === null ? null : Date.parse(inForce.expires)
  return {
    kind: 'following',
    organisation: organisation.name,
    source: organisation.source,
    inForce,
    expiredSince: ends !== null && ends <= knownTime(bundles, now) ? ends : null,
    waiting:
      waiting === null ? null : { bundle: waiting.read.summary, relaxes: [...waiting.relaxes] },
    checked,
    trouble,
    next,
  }
}

/**
 * A clock that is set back makes no expired bundle good again: until the source gives a good answer, it
 * is not earlier than it was when the source was asked before.
 */
export const knownTime = (bundles: Pick<Bundles, 'seen'>, now: number): number =>
  Math.max(now, bundles.seen().latest ?? 0)
