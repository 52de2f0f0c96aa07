// What it takes to say what an answer or a rule would have decided of past calls.
import type { LastingAnswerDeps } from '../../approvals/lasting-answer.ts'
import type { ConfigStore } from '../../config/config.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import type { WiredEvaluation } from '../../wiring/calls/evaluation.ts'
import type { Tried } from './tried.ts'

export type PreviewDeps = {
  readonly tried: Tried
  readonly config: Pick<ConfigStore, 'current'>
  readonly runner: Pick<Runner, 'ready'>
  /** What calls are judged by now. */
  readonly inForce: WiredEvaluation
  readonly lasting: () => LastingAnswerDeps
}
