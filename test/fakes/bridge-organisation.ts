// An organisation in each state that its bundle can be in.
import type { BundleState, BundleSummary, ManagedPolicy } from '../../contract/bundle/state.ts'
import { failure } from '../../contract/failure.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { err, ok } from '../../contract/result.ts'

export type FakeOrganisation = 'none' | 'in-force' | 'waiting' | 'unreachable' | 'missing'

const AT = Date.parse('2026-11-27T09:00:00Z')

const summary = (serial: number): BundleSummary => ({
  serial,
  issued: '2026-11-01T08:00:00Z',
  expires: '2027-02-01T08:00:00Z',
  keys: ['5e'.repeat(32)],
  digest: `${serial}`.repeat(64),
})

const managed: ManagedPolicy = {
  organisation: 'Example',
  preset: 'ask',
  presets: {},
  rules: [
    Rule.parse({
      id: 'no-production',
      when: { domains: ['*.prod.example.org'] },
      effect: 'deny',
      reason: 'Production is changed by the pipeline alone.',
    }),
  ],
  stop: ['~/clients/**'],
  tools: { http: { disabled: true } },
  servers: { forge: { tools: { create_issue: 'ab'.repeat(32) } } },
  agents: { reviewer: 'name: reviewer\n' },
  revokedKeys: [],
}

export function fakeOrganisation(kind: FakeOrganisation): TopicHandlers<'organisation'> {
  let state: BundleState =
    kind === 'none'
      ? { kind: 'none' }
      : {
          kind: 'following',
          organisation: 'Example',
          source: 'https://policy.example.org/gatehouse.json',
          inForce: kind === 'missing' ? null : summary(3),
          expiredSince: null,
          waiting:
            kind === 'waiting'
              ? {
                  bundle: summary(4),
                  relaxes: [
                    'Rule no-production, which denies, was removed.',
                    'The tool http is switched on.',
                  ],
                }
              : null,
          checked: kind === 'missing' ? null : AT,
          trouble:
            kind === 'unreachable' || kind === 'missing'
              ? {
                  since: AT - 7_200_000,
                  why: failure(
                    'bundle.unreachable',
                    'The policy bundle at policy.example.org could not be fetched: it answers 503.',
                    'The last valid bundle stays in force. Check the address and the network.',
                  ),
                }
              : null,
          next: AT + 3_600_000,
        }
  return {
    'organisation.state': async () => ok(state),
    'organisation.policy': async () => ok(kind === 'none' || kind === 'missing' ? null : managed),
    'organisation.fetch': async () => ok(state),
    async 'organisation.accept'({ digest, confirmed }) {
      if (state.kind === 'none' || state.waiting?.bundle.digest !== digest)
        return err(failure('bundle.none-waiting', 'This bundle is no longer waiting.'))
      const { bundle, relaxes } = state.waiting
      if (confirmed !== true)
        return err(
          failure('policy.unconfirmed', ['This loosens the policy:', ...relaxes].join('\n')),
        )
      state = { ...state, inForce: bundle, waiting: null }
      return ok(state)
    },
  }
}
