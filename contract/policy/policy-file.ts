// The policy as a file that a person reads and changes in the window: what it says, where each part
// of it is, and how it is written back.
import { z } from 'zod'
import { AllowedHost } from './allowed-host.ts'
import { ToolSetting } from './config/tool-setting.ts'
import { ConfigProblem } from './config/config-problem.ts'
import { DecidedBy, Effect } from './decision.ts'
import { HostPattern } from './host-pattern.ts'
import { PolicyHash } from '../ids.ts'
import { PolicyWarning } from './policy-report.ts'
import { Simulation } from './simulation.ts'
import { AnsweredOn } from '../call/principal.ts'
import { Preset } from './preset.ts'
import { Tier } from '../call/tier.ts'
import { PathGlob, Rule } from './rule.ts'

/** SHA-256 of a file's text, in hex: what a change was computed from. */
export const TextHash = z.string().regex(/^[0-9a-f]{64}$/)
export type TextHash = z.infer<typeof TextHash>

/**
 * What happens to one kind of work where no rule, lease or setting speaks. command: runs over a
 * throw-away copy. commit: what it changed there becomes real. no-sandbox: a command where no
 * sandbox holds.
 */
export const PresetEffect = z.strictObject({
  work: z.enum([
    'harmless',
    'read',
    'look-up',
    'command',
    'no-sandbox',
    'write',
    'commit',
    'read-outside',
    'write-outside',
    'send',
    'grave',
  ]),
  tier: Tier,
  effect: Effect,
  by: DecidedBy,
})
export type PresetEffect = z.infer<typeof PresetEffect>

/**
 * All of the file, and what of it is in force. While the file has a mistake, all but `text` is what
 * stays in force.
 */
export const PolicyOverview = z.strictObject({
  file: z.string(),
  /** Empty, and `exists` false, where there is no such file yet. */
  text: z.string(),
  exists: z.boolean(),
  textHash: TextHash,
  policyHash: PolicyHash,
  preset: z.string(),
  presets: z.record(z.string(), Preset),
  /** What the preset does with each kind of work, by the gate itself. */
  effects: z.array(PresetEffect),
  /** Clients of the gateway that work under something of their own. */
  clients: z.array(
    z.strictObject({
      name: z.string(),
      preset: z.string().nullable(),
      perMinute: z.int(),
      line: z.int().nullable(),
    }),
  ),
  stop: z.strictObject({ builtIn: z.array(z.string()), own: z.array(z.string()) }),
  hosts: z.array(z.strictObject({ entry: AllowedHost, line: z.int().nullable() })),
  /** Those of presets, agents and clients, each with whose it is. */
  scopedHosts: z.array(
    z.strictObject({
      whose: z.enum(['preset', 'agent', 'client']),
      name: z.string(),
      entry: AllowedHost,
      line: z.int().nullable(),
    }),
  ),
  /** `line`: where it begins in the file; null while the file cannot be read. */
  rules: z.array(z.strictObject({ rule: Rule, line: z.int().nullable() })),
  tools: z.record(z.string(), ToolSetting),
  guard: z.strictObject({ enabled: z.boolean(), allowTools: z.array(z.string()) }),
  problems: z.array(ConfigProblem),
  warnings: z.array(PolicyWarning),
})
export type PolicyOverview = z.infer<typeof PolicyOverview>

/** One change by a form. */
export const PolicyEdit = z.discriminatedUnion('kind', [
  /** `replaces`: the id of the rule in whose place it comes; null for one more. */
  z.strictObject({ kind: z.literal('put-rule'), rule: Rule, replaces: z.string().nullable() }),
  z.strictObject({ kind: z.literal('remove-rule'), id: z.string() }),
  z.strictObject({ kind: z.literal('add-host'), entry: AllowedHost }),
  /** Every entry for that host. */
  z.strictObject({ kind: z.literal('remove-host'), host: HostPattern }),
  /** A standard preset is written out as one's own first. */
  z.strictObject({
    kind: z.literal('set-write-paths'),
    preset: z.string(),
    paths: z.array(PathGlob).max(1_000),
  }),
  z.strictObject({ kind: z.literal('add-stop'), path: PathGlob }),
])
export type PolicyEdit = z.infer<typeof PolicyEdit>

/** What saving a text would mean. */
export const PolicyComparison = z.strictObject({
  /** A sentence for each thing that becomes looser than it is now. */
  relaxes: z.array(z.string()),
  /** Places of the person's own STOP list that would be gone: never from the window. */
  removedStops: z.array(z.string()),
  /** What saving it takes: nothing, a second confirmation, or a proof that a person is there. */
  requires: z.enum(['nothing', 'confirmation', 'proof']),
})
export type PolicyComparison = z.infer<typeof PolicyComparison>

/** How often each rule decided among the newest decisions, and when each lease was last used. */
export const PolicyUsage = z.strictObject({
  /** Decisions looked at. */
  decisions: z.int(),
  /** Epoch milliseconds of the oldest of them; null when there are none. */
  since: z.int().nullable(),
  rules: z.record(z.string(), z.strictObject({ times: z.int(), lastAt: z.int() })),
  /**
   * By id. `givenOn`: where the approval was given that it came from; null for one given by hand.
   */
  leases: z.record(
    z.string(),
    z.strictObject({ lastAt: z.int().nullable(), givenOn: AnsweredOn.nullable() }),
  ),
})
export type PolicyUsage = z.infer<typeof PolicyUsage>

/**
 * A piece of a simulation, newest decisions first. `next`: the number to go on below; null at the
 * beginning of the journal.
 */
export const SimulatedPiece = z.strictObject({ simulation: Simulation, next: z.int().nullable() })
export type SimulatedPiece = z.infer<typeof SimulatedPiece>
