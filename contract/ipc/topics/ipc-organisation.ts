// Channels: the policy bundle of an organisation.
import { z } from 'zod'
import { evidence } from '../../approval/evidence.ts'
import { BundleState, ManagedPolicy } from '../../bundle/state.ts'
import { call, everywhere, none } from '../channel.ts'

export const organisationChannels = {
  'organisation.state': call(everywhere, none, BundleState),
  /** What the bundle in force holds. Null: none is. */
  'organisation.policy': call(everywhere, none, ManagedPolicy.nullable()),
  /** Asks the source now. Failures: `bundle.no-organisation`. */
  'organisation.fetch': call(everywhere, none, BundleState),
  /**
   * Puts the bundle that waits in force, named by its digest. It takes what loosening takes anywhere.
   * Failures: `bundle.none-waiting`, `policy.unconfirmed`, `approval.step-up`.
   */
  'organisation.accept': call(
    everywhere,
    z.strictObject({ digest: z.string(), ...evidence }),
    BundleState,
  ),
} as const
