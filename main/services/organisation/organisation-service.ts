// The topic `organisation`: the policy bundle that this machine follows.
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { Following } from '../../bundle/follow.ts'
import type { Bundles } from '../../bundle/held.ts'
import type { Relaxation } from '../../policy/relaxation.ts'

export type OrganisationServiceDeps = {
  readonly following: Following
  readonly bundles: Pick<Bundles, 'current'>
  readonly relaxation: Relaxation
}

export const organisationService = ({
  following,
  bundles,
  relaxation,
}: OrganisationServiceDeps): TopicHandlers<'organisation'> => ({
  'organisation.state': async () => ok(following.state()),
  async 'organisation.policy'() {
    const held = bundles.current()
    if (held.kind !== 'bundle') return ok(null)
    const { organisation, preset, rules, stop, tools, servers, agents } = held.read.bundle
    return ok({ organisation, preset, rules, stop, tools, servers, agents })
  },
  'organisation.fetch': async (_none, { surface }) => following.fetchNow(surface),
  'organisation.accept': async ({ digest, ...evidence }, { surface }) =>
    following.accept(digest, relaxation.by(evidence), surface),
})
