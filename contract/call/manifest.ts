// What a tool declares about itself, and what it requires.
import { z } from 'zod'
import { ToolSetting } from '../policy/config/tool-setting.ts'
import { ReviewState } from '../server/review-state.ts'
import { CapabilityId, ToolLabels } from '../server/tool-labels.ts'
import { Category } from './category.ts'
import { Tier } from './tier.ts'
import { Method, Trust } from './touch.ts'

/** What an operating system lets an app do only when a person says so. */
export const OsPermission = z.enum(['screen', 'microphone', 'camera', 'accessibility', 'full-disk'])
export type OsPermission = z.infer<typeof OsPermission>

/**
 * What a tool lacks here, and how to get it. `uncertain`: nobody can tell, so the tool is there all
 * the same.
 */
export const Gap = z.strictObject({
  what: z.string(),
  how: z.string(),
  uncertain: z.literal(true).optional(),
})
export type Gap = z.infer<typeof Gap>

/**
 * Something that has to be there before the tool can work. The registry says of each whether it is
 * met, and how to meet it.
 */
export const Requirement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('workspace') }),
  /**
   * `protections`: ids that must be enforced here beside the indispensable ones, as `gatehouse
   * doctor` lists them; else a call is refused.
   */
  z.strictObject({ kind: z.literal('sandbox'), protections: z.array(z.string()).optional() }),
  z.strictObject({ kind: z.literal('program'), name: z.string() }),
  /** `host`, `header`, `template`: how it is stored for this tool, where it is not the usual way. */
  z.strictObject({
    kind: z.literal('credential'),
    name: z.string(),
    host: z.string().optional(),
    header: z.string().optional(),
    template: z.string().optional(),
  }),
  /** A key of the configuration that is not set. A tool that has it does not require it. */
  z.strictObject({ kind: z.literal('setting'), key: z.string() }),
  /** That the person's allowlist names this host for this method; left out, GET. */
  z.strictObject({ kind: z.literal('allowlist'), host: z.string(), method: Method.optional() }),
  /**
   * The outside service that the tool is there for. `url`: as the person set it; null: not set.
   * `setting`: where in the configuration. `credential`: what is stored for it, and in which header
   * it goes; `signIn`: it is got by signing in there.
   */
  z.strictObject({
    kind: z.literal('service'),
    name: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    setting: z.string(),
    credential: z.string().nullable(),
    header: z.string(),
    template: z.string(),
    signIn: z.enum(['google', 'reddit']).optional(),
  }),
  /** That the operating system lets Gatehouse do this. */
  z.strictObject({ kind: z.literal('permission'), permission: OsPermission }),
])
export type Requirement = z.infer<typeof Requirement>

/** Ids of the protections that have to be enforced where such a tool runs something. */
export const requiredProtections = (requires: readonly Requirement[]): readonly string[] =>
  requires.flatMap((each) => (each.kind === 'sandbox' ? (each.protections ?? []) : []))

export const DataAccess = z.enum([
  ...(['files', 'clipboard', 'camera', 'network', 'mail', 'calendar'] as const),
  ...([
    'memory',
    'schedules',
    'records',
    'events',
    'notifications',
    'processes',
    'credentials',
  ] as const),
  ...(['agents', 'results'] as const),
])
export type DataAccess = z.infer<typeof DataAccess>

export const Action = z.strictObject({
  name: z.string(),
  readOnly: z.boolean(),
  /** Its own tier where it differs from the tool's. */
  riskTier: Tier.optional(),
})
export type Action = z.infer<typeof Action>

/** What a tool declares about itself. No field has a default: an author has to answer each. */
export const Manifest = z.strictObject({
  /** Stable capability id, dotted: `fs.read`. */
  id: CapabilityId,
  /** The name a model calls: `read_file`. */
  name: z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  category: Category,
  /** The base tier. The effective tier of a call is computed from it and only ever higher. */
  riskTier: Tier,
  sideEffects: z.boolean(),
  /** What it reaches. A call that would touch something else is refused. */
  dataAccess: z.array(DataAccess),
  requires: z.array(Requirement),
  defaultPolicy: z.strictObject({
    effect: z.enum(['allow', 'confirm', 'deny']),
    scope: z.string(),
  }),
  /**
   * Fields that are hidden, as JSON Pointers into the arguments and the result; `*` is any
   * member. `journal`: hidden in the journal only; a person who approves the call sees them.
   */
  redaction: z.strictObject({
    args: z.array(z.string()),
    result: z.array(z.string()),
    journal: z.array(z.string()).optional(),
  }),
  /** Calls let through; zero means no limit. */
  rateLimits: z.strictObject({ perSession: z.int().min(0), perMinute: z.int().min(0) }),
  builtIn: z.boolean(),
  /** Its main purpose is an outbound request; the exfiltration guard hides it. */
  networkOutbound: z.boolean(),
  subagentAccess: z.enum(['full', 'readOnly', 'denied']),
  /** Every action of a tool that has several; empty for a single-purpose tool. */
  actions: z.array(Action),
  /** Of a server's tool only: what it is by where it comes from, and what a person says of it. */
  external: z
    .strictObject({
      /** `mcp.forge.create-issue`: rules may use it beside `id`. */
      sourceId: CapabilityId,
      labels: ToolLabels,
      /** A person has decided them; else they are as suggested, and free nothing. */
      decided: z.boolean(),
      /** It may change something; false where it says, and its name does not deny, that it only looks. */
      changes: z.boolean(),
      /** Arguments that its schema names, as JSON Pointers of one name. */
      args: z.array(z.string()),
    })
    .optional(),
  limits: z.strictObject({
    runTimeMs: z.int().positive(),
    stdoutBytes: z.int().min(0),
    stderrBytes: z.int().min(0),
    /** Characters of the result that the model sees; the rest is kept for paging. */
    resultChars: z.int().positive(),
  }),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * Whether such a call changes anything: the word of its action, where the tool has several. Of an
 * action that nobody declared, yes.
 */
export const changesThings = (
  { actions, sideEffects }: Pick<Manifest, 'actions' | 'sideEffects'>,
  action: string | null,
): boolean =>
  actions.length === 0
    ? sideEffects
    : actions.find(({ name }) => name === action)?.readOnly !== true

/** Whatever is asked of it, it only reads. */
export const onlyReads = ({
  actions,
  sideEffects,
}: Pick<Manifest, 'actions' | 'sideEffects'>): boolean =>
  actions.length === 0 ? !sideEffects : actions.every(({ readOnly }) => readOnly)

/**
 * A tool as lists show it: the manifest, where it comes from, and whether it can be used here and
 * now.
 */
export const ToolListing = z.strictObject({
  name: z.string(),
  /** `built-in`, or the server it comes from: `mcp:NAME`. */
  source: z.string(),
  available: z.boolean(),
  /** What is missing for it, each with how to get it. */
  missing: z.array(Gap),
  /** Hidden and refused right now by the exfiltration guard. */
  hiddenByGuard: z.boolean(),
  /** What keeps it out of reach now, besides what is missing; null when nothing does. */
  hiddenBy: z.enum(['guard', 'setting', 'preset']).nullable(),
  /** That the person gives its server; null for what is built in. */
  trust: Trust.nullable(),
  /** How it compares to what was reviewed; null for what is built in. */
  review: ReviewState.nullable(),
  /** What the person set for it; null when nothing is set. */
  setting: ToolSetting.nullable(),
  manifest: Manifest,
  /** JSON Schema of the arguments. */
  inputSchema: z.record(z.string(), z.unknown()),
})
export type ToolListing = z.infer<typeof ToolListing>

/** How the gate decided the calls of one tool since some moment. */
export const ToolUsage = z.strictObject({
  tool: z.string(),
  allowed: z.int(),
  confirmed: z.int(),
  denied: z.int(),
})
export type ToolUsage = z.infer<typeof ToolUsage>

/** What the check of a configuration asks of a tool. */
export type KnownTool = Pick<
  Manifest,
  'name' | 'id' | 'category' | 'riskTier' | 'networkOutbound' | 'actions'
>
