// Leases: what one covers, for whom and for how long.
import { z } from 'zod'
import { HostPattern } from '../policy/host-pattern.ts'
import { ApprovalId, DefinitionHash, JobId, LeaseId, SessionId } from '../ids.ts'
import { Json } from '../json.ts'
import { Principal } from '../call/principal.ts'
import { CommandPrefix, PathGlob } from '../policy/rule.ts'
import { CanonicalTouch, Method } from '../call/touch.ts'

/**
 * Limits that reach further than the touches shown: each has to match something that the approval
 * showed.
 */
export const LeasePatterns = z.strictObject({
  paths: z.array(PathGlob).max(64).default([]),
  /** Those paths are for reading only: the card of this lease showed no write. */
  reads: z.literal(true).optional(),
  hosts: z.array(HostPattern).max(64).default([]),
  /** Of requests to those hosts; none written means GET and HEAD. */
  methods: z.array(Method).max(6).default([]),
  commands: z.array(CommandPrefix).max(64).default([]),
  /**
   * Of one command line, in order: each part with its first words, and whether more may follow.
   * Covers no line with a part more or less.
   */
  parts: z
    .array(z.strictObject({ words: z.array(z.string().max(16_384)).min(1), more: z.boolean() }))
    .min(1)
    .max(64)
    .optional(),
  /**
   * Edits of those paths, or of those that were shown, whichever tool makes them, and what a command
   * changed in a layer. Creates and changes; deletes nothing.
   */
  edits: z.literal(true).optional(),
  /**
   * Of external servers, as `server/name`: a tool, a resource by its address, a prompt. `server/*`:
   * whatever this tool can have of it.
   */
  calls: z.array(z.string().max(8_300)).max(64).optional(),
  /** Arguments that have to be as they were, by JSON Pointer. */
  args: z.record(z.string().max(1_024), Json).optional(),
  /**
   * Of a server's tool: arguments that have to be a URL of this host, as `https://api.example.com`, by
   * JSON Pointer. The rest of the URL may be anything.
   */
  urlHosts: z.record(z.string().max(1_024), z.string().max(300)).optional(),
  /**
   * Of a server's tool: arguments that may be anything, as JSON Pointers. One that is neither here nor
   * in `args` or `urlHosts` is covered by no lease.
   */
  free: z.array(z.string().max(1_024)).max(256).optional(),
  /**
   * Named by itself, or not covered. private: calls that send out after private data was read.
   * untrusted: calls whose target came out of untrusted text; of a server's tool, calls that send after
   * such text was read.
   */
  taint: z
    .array(z.enum(['private', 'untrusted']))
    .max(2)
    .optional(),
})
export type LeasePatterns = z.infer<typeof LeasePatterns>
export const noPatterns: LeasePatterns = { paths: [], hosts: [], methods: [], commands: [] }

/**
 * How long a standing answer is in force. run: until the run ends; for a client that is connected
 * and has no run, until its session ends. today: until midnight where the person is.
 */
export const LeaseDuration = z.enum(['run', 'hour', 'today', 'until-revoked'])
export type LeaseDuration = z.infer<typeof LeaseDuration>

/** One of the scopes that a card offers, by its place in the list, and for how long. */
export const ScopeChoice = z.strictObject({
  proposal: z.int().min(0).max(63),
  lasts: LeaseDuration,
  /** Both stricter still, as the command line sets them. */
  maxUses: z.int().positive().max(10_000).nullable().optional(),
  expiresInSeconds: z.int().positive().max(31_536_000).nullable().optional(),
})
export type ScopeChoice = z.infer<typeof ScopeChoice>

/**
 * What binds in a raiser that a card showed: an amount that is not exceeded, or what it was about
 * (a host, a folder, a definition).
 */
export const RaiserBound = z.strictObject({
  code: z.string().max(64),
  of: z.string().nullable(),
  amount: z.number().min(0).nullable(),
})
export type RaiserBound = z.infer<typeof RaiserBound>

/**
 * A standing answer for one tool and action, or for edits. One that allows covers a call when every touch of it is one of `touches`
 * or matches `patterns`, every argument named in `args` has that value, and everything that raises
 * the call was on the card (`raisers`). Never for R4. Revocable; ends with its session, count or
 * time.
 */
export const Lease = z.strictObject({
  id: LeaseId,
  createdAt: z.int(),
  /** deny: whatever it concerns is denied, as by a rule, while it is in force. */
  effect: z.enum(['allow', 'deny']).default('allow'),
  /** Its scope as the card said it; empty for one that was given without a card, or before this. */
  text: z.string().default(''),
  lasts: LeaseDuration.nullable().default(null),
  /** Null: granted by hand. */
  approvalId: ApprovalId.nullable(),
  /** Null: not bound to one session. */
  session: SessionId.nullable(),
  /** For whom; null: anyone who asks in that session. */
  principal: z
    .strictObject({
      kind: z.enum(Principal.options.map((option) => option.shape.kind.value)),
      name: z.string(),
      /**
       * Of a sub-agent: all that it works for, from its parent up. One of before this was kept frees
       * no sub-agent.
       */
      chain: z.array(z.string()).optional(),
    })
    .nullable()
    .default(null),
  /** For the runs of this job alone. Left out: not bound to one. */
  job: JobId.optional(),
  tool: z.string(),
  action: z.string().nullable(),
  /** Of a server's tool: as it was on the card. Without it, it covers no such tool. */
  definition: DefinitionHash.optional(),
  touches: z.array(CanonicalTouch),
  patterns: LeasePatterns.default(noPatterns),
  /**
   * Codes of the raisers that its card showed: a call with another one asks. Leases of before this
   * was kept: none.
   */
  raisers: z.array(z.string().max(64)).max(64).default([]),
  /**
   * How far each of them went on the card. What is not in here is covered by none of them that
   * binds more than its touches.
   */
  bounds: z.array(RaiserBound).max(4_096).default([]),
  /** By JSON Pointer into the arguments. */
  args: z.record(z.string(), Json).default({}),
  maxUses: z.int().positive().nullable().default(null),
  /** Epoch milliseconds. */
  expiresAt: z.int().nullable().default(null),
  uses: z.int().min(0),
  revokedAt: z.int().nullable(),
})
export type Lease = z.infer<typeof Lease>

/** What a person sets when an approval is to last: how far, how often, how long. */
export const LeaseScope = z.strictObject({
  patterns: LeasePatterns.prefault({}),
  maxUses: z.int().positive().max(10_000).nullable().default(null),
  expiresInSeconds: z.int().positive().max(31_536_000).nullable().default(null),
})
export type LeaseScope = z.infer<typeof LeaseScope>
