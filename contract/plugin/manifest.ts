// A plugin as its manifest `<folder>/<name>.toml` declares it, parsed by main/plugins.
import { z } from 'zod'
import { Category } from '../call/category.ts'
import { Action, DataAccess, Requirement } from '../call/manifest.ts'
import { Tier } from '../call/tier.ts'
import { HostPattern } from '../policy/host-pattern.ts'
import { CapabilityId } from '../server/tool-labels.ts'
import { PluginName, ProgramName } from './plugin-name.ts'

/** Folders of the person's that a plugin asks for. `path` null: the workspace. */
export const RequestedMount = z.strictObject({
  path: z.string().nullable(),
  write: z.boolean(),
})
export type RequestedMount = z.infer<typeof RequestedMount>

export const DeclaredLimits = z.strictObject({
  runTimeMs: z.int().positive(),
  stdoutBytes: z.int().positive(),
  stderrBytes: z.int().positive(),
  /** Characters of the result that a model reads. */
  resultChars: z.int().positive(),
  /** Of WASI memory, and of all processes of a native one where a control group counts it. */
  memoryBytes: z.int().positive(),
})
export type DeclaredLimits = z.infer<typeof DeclaredLimits>

export const PluginManifest = z.strictObject({
  name: PluginName,
  version: z.string(),
  description: z.string(),
  /** native: a program of this machine, in the sandbox. wasi: a module, in the WASI runtime. */
  runs: z.enum(['native', 'wasi']),
  /** 0: the seed's; 1: with progress, cancellation and structured errors. */
  protocol: z.union([z.literal(0), z.literal(1)]),
  /** The program or module, beside the manifest. */
  program: ProgramName,
  /** Whether it may have a network at all. A preset without network keeps it out. */
  network: z.boolean(),
  /** Hosts that it asks for. What of these a call gets is decided by the gate. */
  hosts: z.array(HostPattern),
  /** Null: it says nothing of folders, as the older plugins: the workspace, and those that were granted. */
  mounts: z.array(RequestedMount).nullable(),
  limits: DeclaredLimits,
  /** JSON Schema of its arguments, an object that refuses unknown keys. */
  args: z.record(z.string(), z.unknown()),
  /** What it says of itself for the gate. Left out in the file: the strict answer. */
  id: CapabilityId,
  title: z.string(),
  category: Category,
  riskTier: Tier,
  sideEffects: z.boolean(),
  /** Its answer follows from its arguments and the files in its folders alone. */
  pure: z.boolean(),
  dataAccess: z.array(DataAccess),
  requires: z.array(Requirement),
  defaultPolicy: z.strictObject({
    effect: z.enum(['allow', 'confirm', 'deny']),
    scope: z.string(),
  }),
  redaction: z.strictObject({ args: z.array(z.string()), result: z.array(z.string()) }),
  rateLimits: z.strictObject({ perSession: z.int().min(0), perMinute: z.int().min(0) }),
  networkOutbound: z.boolean(),
  subagentAccess: z.enum(['full', 'readOnly', 'denied']),
  actions: z.array(Action),
})
export type PluginManifest = z.infer<typeof PluginManifest>
