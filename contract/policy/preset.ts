// Presets: what each allows, and the four built-in ones.
import { z } from 'zod'
import { Effect } from './decision.ts'
import { allowedHosts } from './allowed-host.ts'
import { NameGlob, PathGlob } from './rule.ts'

/**
 * What each tier does when no rule, lease or tool setting speaks. A tier is never looser than one
 * below it.
 */
export const TierEffects = z.strictObject({
  R0: Effect.default('allow').describe('Harmless: text, arithmetic.'),
  R1: Effect.default('allow').describe(
    'Low risk: reading inside the workspace, looking at listed hosts.',
  ),
  R2: Effect.default('confirm').describe('Writing inside the workspace, reading outside of it.'),
  /** R3 and R4 always ask or are refused: no default can let them run. */
  R3: z
    .enum(['confirm', 'deny'])
    .default('confirm')
    .describe(
      'Commands, writing outside, requests to other hosts. Needs approval or is denied; no default allows it.',
    ),
  R4: z
    .enum(['confirm', 'deny'])
    .default('confirm')
    .describe(
      'Payments, administration, deleting trees. Needs approval with passphrase or code each time, or is denied.',
    ),
})
export type TierEffects = z.infer<typeof TierEffects>

/** A named way of working that a person can choose. */
export const Preset = z.strictObject({
  description: z.string().default('').describe('A line about it, shown where presets are chosen.'),
  /**
   * Tools that are there at all, by name; with a dot in it also by what the tool can do
   * (`fs.read`).
   */
  tools: z
    .array(NameGlob)
    .min(1)
    .default(['*'])
    .describe('Tools that are there at all, by name or pattern.'),
  allowNetwork: z
    .boolean()
    .default(true)
    .describe('False: no network, and outbound tools are hidden.'),
  allowWritePaths: z
    .array(PathGlob)
    .default(['/**'])
    .describe(
      'Where agents may write after approval; elsewhere writing is denied. /** is everywhere. This never skips approval.',
    ),
  hosts: allowedHosts,
  tiers: TierEffects.prefault({}).describe(
    'What each tier does when no rule, lease or tool setting decides. A tier is never looser than a lower one.',
  ),
  withoutApproval: z
    .array(NameGlob)
    .default(['*'])
    .describe(
      'What may run without approval where its tier allows it, by name or pattern: tools, and with a dot what they do. system.stage runs a command in a throw-away copy, fs.commit writes what it changed there. Above R0, everything else needs approval.',
    ),
  confirmOutside: z
    .boolean()
    .default(false)
    .describe(
      'True: whatever a call reads or writes outside the workspace needs approval, whatever its tier allows.',
    ),
  sandboxedReads: z
    .boolean()
    .default(false)
    .describe(
      'A read-only command inside the workspace, in an enforced sandbox without network, is R2.',
    ),
})
export type Preset = z.infer<typeof Preset>

/** There without being written; a configuration may change them by writing its own of that name. */
export const standardPresets: Readonly<Record<string, Preset>> = {
  flow: Preset.parse({
    description:
      'Agents read, run commands and change files in the workspace, and you can undo it. Network, other folders, credentials, protected files and deleting a lot need approval.',
    tiers: { R2: 'allow' },
    confirmOutside: true,
  }),
  ask: Preset.parse({
    description:
      'Agents read and run commands that change nothing. Every change waits for your approval, with its diff.',
  }),
  careful: Preset.parse({
    description:
      'Agents read files in the workspace. Everything else needs approval, also running a command.',
    withoutApproval: ['fs.read', 'fs.list', 'fs.search', 'fs.find'],
  }),
  'read-only': Preset.parse({
    description: 'Agents read files in the workspace. Writing, commands and network are denied.',
    // By what they do, connected agents' own tools: reading and listing, and what reaches nothing
    // but the agent itself.
    tools: [
      ...['fs.read', 'fs.list', 'fs.search', 'fs.find', 'agent.own'],
      ...['text.transform', 'math.eval', 'code.format'],
    ],
    allowNetwork: false,
    allowWritePaths: [],
    tiers: { R2: 'deny', R3: 'deny', R4: 'deny' },
  }),
}

/**
 * Capabilities that a preset may name although no tool of ours has them: phases of a command, and
 * what connected agents' own tools do.
 */
export const presetCapabilities: readonly string[] = [
  ...new Set([
    'system.stage',
    'fs.commit',
    ...Object.values(standardPresets)
      .flatMap(({ tools, withoutApproval }) => [...tools, ...withoutApproval])
      .filter((name) => name.includes('.')),
  ]),
]
