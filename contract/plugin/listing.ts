// What crosses a wall about plugins: the list, a review, and what the commands for authors answer.
import { z } from 'zod'
import { Failure } from '../failure.ts'
import { Reviewed } from '../server/server.ts'
import { ManifestProblem } from './manifest-problem.ts'
import { PluginManifest } from './manifest.ts'
import { PluginOrigin } from './plugin-origin.ts'

/**
 * open: it can be called. new, changed: it waits for a review. filtered: external, and not let in by
 * the configuration. shadowed: a plugin of the built-in folder has its name. taken: a tool has its
 * name. broken: its manifest or program cannot be used. registry: the strict registry refuses it.
 */
export const PluginState = z.enum([
  'open',
  'new',
  'changed',
  'filtered',
  'shadowed',
  'taken',
  'broken',
  'registry',
])
export type PluginState = z.infer<typeof PluginState>

/** How the schema of a tool compares with the one it was registered with. */
export const Registration = z.enum(['ok', 'unregistered', 'mismatch'])
export type Registration = z.infer<typeof Registration>

export const PluginListing = z.strictObject({
  /** Of its file, where the manifest has none. */
  name: z.string(),
  origin: PluginOrigin,
  /** The whole path of its manifest. */
  file: z.string(),
  state: PluginState,
  /** Why it cannot be called; null when it can. */
  reason: Failure.nullable(),
  /** What is wrong with its manifest. */
  problems: z.array(ManifestProblem),
  manifest: PluginManifest.nullable(),
  /** SHA-256 over its manifest and program; null where one of them cannot be read. */
  digest: z.string().nullable(),
  program: z.strictObject({ path: z.string(), sha256: z.string() }).nullable(),
  /** Of the built-in folder; null for what is external. */
  registration: Registration.nullable(),
  /** What every call of it may reach, besides starting it: one sentence each. */
  reach: z.array(z.string()),
})
export type PluginListing = z.infer<typeof PluginListing>

export const PluginFolders = z.strictObject({
  builtIn: z.string(),
  external: z.string(),
  allowExternal: z.boolean(),
  externalAllowList: z.array(z.string()),
})
export type PluginFolders = z.infer<typeof PluginFolders>

export const PluginList = z.strictObject({
  plugins: z.array(PluginListing),
  folders: PluginFolders,
  /** Built-in tools whose schema is not the registered one. Null: not compared, as no Gatehouse runs. */
  tools: z.array(z.strictObject({ name: z.string(), registration: Registration })).nullable(),
  /** What of the settings is probably not meant, one sentence each. */
  warnings: z.array(z.string()),
})
export type PluginList = z.infer<typeof PluginList>

/** `digest` identifies what is shown: an acceptance is for exactly that. */
export const PluginReview = z.strictObject({
  name: z.string(),
  digest: z.string(),
  item: Reviewed,
  reach: z.array(z.string()),
})
export type PluginReview = z.infer<typeof PluginReview>

/** What a check of a manifest found. */
export const PluginCheck = z.strictObject({
  ok: z.boolean(),
  file: z.string(),
  problems: z.array(ManifestProblem),
  manifest: PluginManifest.nullable(),
  digest: z.string().nullable(),
})
export type PluginCheck = z.infer<typeof PluginCheck>
