// A package that a server is started from: fetched once after a person's approval, pinned, and stored
// in a folder of ours.
import { z } from 'zod'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

/** In the configuration, beside the command that names it. */
export const PinnedPackage = z.strictObject({
  source: z
    .enum(['npm', 'pypi'])
    .describe('npm: a registry of Node packages. pypi: of Python ones.'),
  name: z.string().min(1).max(214).describe('Its name there.'),
  version: z.string().min(1).max(80).describe('The version that was fetched.'),
  registry: z.url({ protocol: /^https?$/ }).describe('Where it was fetched from.'),
  integrity: z.string().min(1).max(200).describe('What the registry said its archive hashes to.'),
  lock: digest.describe('SHA-256 of the list of everything that was fetched with it.'),
  files: digest.describe('SHA-256 of all files as they were unpacked. Compared at each start.'),
  program: z.string().min(1).max(214).describe('The program of it that is started.'),
})
export type PinnedPackage = z.infer<typeof PinnedPackage>

/** What would be downloaded, before anybody has said yes to it. */
export const PackagePlan = z.strictObject({
  /** Means just this. */
  id: z.string().max(100),
  source: PinnedPackage.shape.source,
  name: z.string(),
  version: z.string(),
  registry: z.string(),
  integrity: z.string(),
  program: z.string(),
  /** How many packages are downloaded, itself among them. */
  packages: z.int(),
  /** Those of them that want to run a script of their own while they are installed. */
  scripts: z.array(z.string()),
  /** The version that is there now; null: none. */
  before: z.string().nullable(),
})
export type PackagePlan = z.infer<typeof PackagePlan>

/** A person's yes to a plan. `scripts`: those of the packages are run, in the sandbox. */
export const PackageChoice = z.strictObject({ plan: z.string().max(100), scripts: z.boolean() })
export type PackageChoice = z.infer<typeof PackageChoice>
