// Pure. A command that runs over a layer of the workspace is asked about twice: whether it may run
// there, where nothing it does is real, and whether what it did may become real. Each phase is a
// capability of its own, so that nothing runs below its manifest: see docs/policy.md.
import type { Decision } from '../../contract/policy/decision.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { CommitFacts, DecisionRequest, Phase } from './decision-request.ts'

export const capabilityOf: { readonly [K in Phase['kind']]: string } = {
  stage: 'system.stage',
  commit: 'fs.commit',
}

export const phaseTier: { readonly [K in Phase['kind']]: Tier } = { stage: 'R1', commit: 'R2' }

/** Above this many files a commit never happens without a person. */
export const MOST_DELETED = 10

/**
 * A call that the tier row alone would hold, and that a layer can take whole. What a rule, a setting
 * or the flow of private data holds, a person wants to see before anything runs.
 */
export const mayStage = (
  { manifest, touches, sandboxed, phase }: DecisionRequest,
  { effect, by }: Decision,
): boolean =>
  phase === undefined &&
  // What another agent calls a command it runs itself, where no layer is.
  manifest.builtIn &&
  manifest.id === 'system.run' &&
  sandboxed &&
  effect === 'confirm' &&
  (by.kind === 'tier' || by.kind === 'tool') &&
  touches.length > 0 &&
  touches.every((touch) => touch.kind === 'proc.run' && touch.zone === 'workspace')

export const stageRequest = (request: DecisionRequest): DecisionRequest => ({
  ...request,
  leases: [],
  phase: { kind: 'stage' },
})

/** @param touches one `fs.write` for each path that would be other than it is */
export const commitRequest = (
  request: DecisionRequest,
  touches: readonly CanonicalTouch[],
  facts: CommitFacts,
): DecisionRequest => ({
  ...request,
  touches,
  // What was said of a command is not said of what it changed: only answers about edits are.
  leases: request.leases.filter(({ lease }) => lease.patterns.edits === true),
  phase: { kind: 'commit', facts },
})
