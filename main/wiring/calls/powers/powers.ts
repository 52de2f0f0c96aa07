// What the pipeline needs to run a call: powers, cleaning, and what an approval shows of files. Only
// fits one module's words to another's.
import { LeaseId } from '../../../../contract/ids.ts'
import type { Json } from '../../../../contract/json.ts'
import type { ApprovalFacts, ExecuteDeps } from '../../../pipeline/pipeline-deps.ts'
import { openRate } from '../../../pipeline/rate.ts'
import { terminalFacts } from '../terminal-touch.ts'
import { fileHashes } from '../file-hashes.ts'
import { flaggedLines } from '../../../secrets/sanitize/flagged-lines.ts'
import { cutText } from '../../../secrets/sanitize/sanitize-text.ts'
import { callPreviews } from './call-previews.ts'
import { makePowers } from './make-powers.ts'
import { readableFor } from './readable-for.ts'
import { sandboxNote } from './sandbox-note.ts'
import { wireEvaluation, type WiredEvaluation } from '../evaluation.ts'
import type { CallPowersDeps } from './call-powers-deps.ts'

/** Of each stream of a staged command, on its card. */
const STAGED_OUTPUT_CHARS = 32_000

export function wirePowers(deps: CallPowersDeps): ExecuteDeps & WiredEvaluation & ApprovalFacts {
  const { leases, provenance, runner, redactor, longTexts, monotonic } = deps
  const redact = async (text: string, tool?: string): Promise<string> =>
    (await redactor.text(text, tool)).text
  const evaluation = wireEvaluation(deps)
  return {
    ...evaluation,
    provenance,
    rate: openRate(monotonic, deps.earlierCalls),
    prior: deps.prior,
    clean: longTexts.clean,
    flaggedLines,
    cut: cutText,
    redact,
    redactJson: async (value, pointers, tool): Promise<Json> =>
      redactor.json(value, pointers, tool),
    journal: deps.journal,
    broken: deps.broken,
    useLease: (id) => leases.use(LeaseId.parse(id), deps.now()),
    reviewed: deps.reviewed,
    keepLong: deps.keepLong,
    powers: makePowers(deps, readableFor(deps, evaluation.evaluationTime)),
    changed: deps.changed,
    output: deps.output,
    sandbox: sandboxNote(runner.enforced),
    monotonic,
    undo: deps.undo,
    staging: deps.staging({
      redact,
      async sanitizeOutput(text) {
        const cleaned = await longTexts.clean(text, { maxChars: Number.POSITIVE_INFINITY })
        return longTexts.clean(await redact(cleaned.text), { maxChars: STAGED_OUTPUT_CHARS })
      },
    }),

    previews: callPreviews({
      resolvedWorkspace: deps.resolvedWorkspace,
      workspaceRealPath: deps.workspaceRealPath,
      redact,
    }),
    factsNow: (call) => terminalFacts(call, deps.terminals),

    fileHashes: ({ decision }) => fileHashes(decision.touches),
  }
}
