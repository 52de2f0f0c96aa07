// The topic `organisation`: the policy bundle that this machine follows.
import type { ManagedPolicy } from '../../../contract/bundle/state.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { Following } from '../../bundle/follow-source.ts'
import type { Relaxation } from '../../policy/relaxation.ts'

export type OrganisationServiceDeps = {
  readonly following: Following
  /** What the bundle in force holds; null: none is. */
  readonly managed: () => ManagedPolicy | null
  readonly relaxation: Relaxation
}

export const organisationService = ({
  following,
  managed,
  relaxation,
}: OrganisationServiceDeps): TopicHandlers<'organisation'> => ({
  'organisation.state': async () => ok(following.state()),
  'organisation.policy': async () => ok(managed()),
  'organisation.fetch': async (_none, { surface }) => following.fetchNow(surface),
  'organisation.accept': async ({ digest, ...evidence }, { surface }) =>
    following.accept(digest, relaxation.by(evidence), surface),
})
