// A lease that Gatehouse proposes because the person answered the same several times.
import { z } from 'zod'
import { ApprovalId } from '../ids.ts'
import { Principal } from '../call/principal.ts'
import { ProtectedPathCount } from '../policy/simulation.ts'

/** From this many approvals on. */
export const EQUAL_APPROVALS = 3

export const Suggestion = z.strictObject({
  /** The newest of the approvals, whose card showed the scope. */
  id: ApprovalId,
  /** Its place among the scopes of that card. */
  proposal: z.int().min(0),
  /** The scope in words. */
  text: z.string(),
  principal: z.strictObject({
    kind: z.enum(Principal.options.map((option) => option.shape.kind.value)),
    name: z.string(),
  }),
  /** How often the person approved it. */
  times: z.int(),
})
export type Suggestion = z.infer<typeof Suggestion>

/** What one scope of a card would have answered, of the newest calls in the journal. */
export const ScopePreview = z.strictObject({
  /** Calls that needed approval and would have run. */
  allowed: z.int(),
  /** Of those, how many the person denied. */
  refused: z.int(),
  /** Calls that ran or needed approval and would have been denied. */
  denied: z.int(),
  /** Guarded files that it reaches; null where it is no scope of paths. */
  protectedPaths: ProtectedPathCount.nullable(),
})
export type ScopePreview = z.infer<typeof ScopePreview>

/** For a pending approval, in the order of its scopes. */
export const ScopePreviews = z.strictObject({
  /** How many calls were looked at. */
  calls: z.int(),
  scopes: z.array(ScopePreview),
  /** What the person approved several times before, if it is one of these. */
  suggestion: Suggestion.nullable(),
})
export type ScopePreviews = z.infer<typeof ScopePreviews>
