import { z } from 'zod'
import { Effect } from './decision.ts'
import { NameGlob, PathGlob } from './rule.ts'

/**
 * What each tier does when no rule, lease or tool setting speaks. A tier is never freer than one
 * below it.
 */
export const TierEffects = z.strictObject({
  R0: Effect.default('allow'),
  R1: Effect.default('allow'),
  R2: Effect.default('confirm'),
  /** R3 and R4 always ask or are refused: no default can let them run. */
  R3: z.enum(['confirm', 'deny']).default('confirm'),
  R4: z.enum(['confirm', 'deny']).default('confirm'),
})
export type TierEffects = z.infer<typeof TierEffects>

/** A named way of working that a person can choose. */
export const Preset = z.strictObject({
  description: z.string().default(''),
  /**
   * Tools that are there at all, by name; with a dot in it also by what the tool can do
   * (`fs.read`).
   */
  tools: z.array(NameGlob).min(1).default(['*']),
  /** False: no network, and outbound tools are hidden. */
  allowNetwork: z.boolean().default(true),
  /** Where writing may be asked for at all; anywhere else it is refused. `/**` is everywhere. */
  allowWritePaths: z.array(PathGlob).default(['/**']),
  tiers: TierEffects.prefault({}),
  /**
   * A command that only reads, inside the workspace, in a sandbox that holds, with the network
   * closed, counts as R2.
   */
  sandboxedReads: z.boolean().default(false),
})
export type Preset = z.infer<typeof Preset>

/** There without being written; a configuration may change them by writing its own of that name. */
export const standardPresets: Readonly<Record<string, Preset>> = {
  ask: Preset.parse({
    description: 'Agents may read the workspace; everything else needs approval.',
  }),
  careful: Preset.parse({
    description: 'Everything but harmless work needs approval.',
    tiers: { R1: 'confirm' },
  }),
  'read-only': Preset.parse({
    description: 'Agents may read the workspace only: no writing, no commands, no network.',
    // By what they do, connected agents' own tools: reading and listing, and what reaches nothing
    // but the agent itself.
    tools: ['read_file', 'list_dir', 'fs.read', 'fs.list', 'agent.own'],
    allowNetwork: false,
    allowWritePaths: [],
    tiers: { R2: 'deny', R3: 'deny', R4: 'deny' },
  }),
}
