// Which files of a folder that may be searched a search may look into.
import type { Principal } from '../../../../contract/call/principal.ts'
import type { DecidedCall } from '../../../pipeline/evaluate.ts'
import { decide } from '../../../gate/decide.ts'
import type { DecisionRequest } from '../../../gate/decision-request.ts'
import type { Policy } from '../../../gate/policy.ts'
import type { Provenance } from '../../../provenance/provenance.ts'
import type { RealPath } from '../../../sandbox/files/resolve-path.ts'

/**
 * A folder that may be searched can hold files that a rule speaks of: what it would refuse, or ask
 * for on its own, is left out.
 */
export const readableFor =
  (
    {
      policy,
      provenance,
    }: {
      readonly policy: (asker: Principal) => Policy
      readonly provenance: Pick<Provenance, 'taint'>
    },
    at: () => DecisionRequest['at'],
  ) =>
  ({ call, tool, action, args, reviewed, decision }: DecidedCall) => {
    const { principal, channel } = call
    const inForce = policy(principal)
    const request: Omit<DecisionRequest, 'touches'> = {
      manifest: tool.manifest,
      action,
      args,
      origins: [],
      principal,
      channel,
      reviewed,

      taint: provenance.taint(principal.session),
      used: { session: 0, minute: 0 },
      leases: [],
      at: at(),
      frozen: false,
      sandboxed: false,
    }
    return (file: RealPath): boolean => {
      const one = decide({ ...request, touches: [{ kind: 'fs.read', ...file }] }, inForce)
      return (
        one.effect === 'allow' ||
        (one.effect === 'confirm' && (one.by.kind !== 'rule' || one.by.id === decision.by.id))
      )
    }
  }
