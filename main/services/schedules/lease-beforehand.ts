// The lease that approves one call of one job before the job makes it.
import { titleOf } from '../../../contract/approval/call-title.ts'
import { noPatterns, type Lease } from '../../../contract/approval/lease.ts'
import { LeaseId } from '../../../contract/ids.ts'
import type { Job } from '../../../contract/schedule/job.ts'
import type { ExpectedCall, GivenApproval } from '../../../contract/schedule/preflight.ts'
import { leasable } from '../../gate/lease/lease.ts'
import { boundsShown } from '../../gate/lease/raiser-bounds.ts'
import { raiserCodes, raisersOn } from '../../gate/lease/raiser-cover.ts'
import type { EvaluatedCall } from '../../pipeline/evaluate.ts'
import { newId } from '../../pipeline/new-id.ts'

/** Whether an approval of it may last at all. */
export const canLast = ({ tool, decision }: EvaluatedCall): boolean =>
  leasable(decision.tier, decision.by.kind, decision.touches, tool.manifest.external)

/** Those of this job that still allow something. */
export const leasesOf = (job: Job, all: readonly Lease[], now: number): readonly Lease[] =>
  all.filter(
    (lease) =>
      lease.job === job.id &&
      lease.revokedAt === null &&
      (lease.expiresAt === null || lease.expiresAt > now) &&
      (lease.maxUses === null || lease.uses < lease.maxUses),
  )

export const givenOf = ({ id, text, uses, maxUses, expiresAt }: Lease): GivenApproval => ({
  lease: id,
  text,
  uses,
  maxUses,
  expiresAt,
})

export function leaseFor(
  job: Job,
  { tool: name }: ExpectedCall,
  { tool, request, definitionHash, decision, origins: _origins }: EvaluatedCall,
  limits: Pick<Lease, 'createdAt' | 'maxUses' | 'expiresAt'> & { readonly workspace: string },
): Lease {
  const { workspace, ...rest } = limits
  const { verb, target } = titleOf(tool.manifest.title, name, decision.touches, workspace)
  const { principal } = request
  return {
    ...rest,
    id: LeaseId.parse(newId('lease')),
    effect: 'allow',
    text: `${verb} ${target}, for the job ${job.name}`,
    lasts: null,
    approvalId: null,
    session: null,
    principal: null,
    job: job.id,
    tool: name,
    action: request.action,
    definition: definitionHash,
    touches: [...decision.touches],
    patterns: noPatterns,
    raisers: raiserCodes(decision.reasons),
    bounds: boundsShown(raisersOn(decision.reasons), {
      touches: decision.touches,
      principal,
      definition: definitionHash,
      steered: [],
    }),
    // Just this call: what else it could write or send was shown to nobody.
    args: argsOf(request.args),
    uses: 0,
    revokedAt: null,
  }
}

const argsOf = (args: EvaluatedCall['request']['args']): Lease['args'] =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      value,
    ]),
  )
