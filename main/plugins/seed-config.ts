// The configuration of the plugins that came before, in TOML: which of it can be taken over, and what
// of it cannot. Pure; writes nothing.
import { resolve } from 'node:path'
import { z } from 'zod'
import { nearest } from '../../contract/nearest.ts'
import { PluginName } from '../../contract/plugin/plugin-name.ts'
import type { ManifestProblem } from '../../contract/plugin/manifest-problem.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { issueWords, keysAt, unknownKeyWords } from './manifest/file-problems.ts'
import { readToml } from './toml/read-toml.ts'

/** A folder by its name: what reads as a pattern would be more than that folder. */
const path = z
  .string()
  .min(1)
  .max(4_096)
  .regex(/^[^\p{Cc}*?[\]{}]*$/u, 'a folder without signs of patterns or control characters')
  .regex(/^(?!~[^/])/, 'a whole path: "~" is your home folder only before a slash')
const presetName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9_-]{0,63}$/i,
    'at most 64 letters, digits, "_" and "-", beginning with a letter or digit',
  )
const SeedPreset = z.strictObject({
  tools: z.array(z.string().min(1).max(200)).min(1),
  allow_network: z.boolean().default(false),
  allow_write_paths: z.array(path).max(64).default([]),
})

/** What else is in such a file is named, and left alone. */
const SeedConfig = z.looseObject({
  capabilities: z
    .strictObject({
      active_preset: z.string().min(1),
      presets: z.record(presetName, SeedPreset).default({}),
    })
    .optional(),
  tools: z
    .strictObject({
      wasmtime_path: z.string().optional(),
      plugin_dir: path.optional(),
      external_dir: path.optional(),
      filter: z
        .strictObject({
          allow_external: z.boolean().default(false),
          external_allow_list: z.array(PluginName).max(1_000).default([]),
        })
        .optional(),
      registry: z.strictObject({ strict: z.boolean().default(false) }).optional(),
    })
    .optional(),
})

export type SeedSettings = {
  readonly preset: string | null
  readonly presets: Readonly<
    Record<
      string,
      {
        readonly tools: readonly string[]
        readonly allowNetwork: boolean
        readonly allowWritePaths: readonly string[]
      }
    >
  >
  readonly plugins: {
    readonly builtInFolder?: string
    readonly externalFolder?: string
    readonly allowExternal?: boolean
    readonly externalAllowList?: readonly string[]
    readonly strict?: boolean
    readonly writeFolders?: readonly string[]
  }
  /** What a person should know about it. */
  readonly notes: readonly string[]
}

/**
 * @param folder where the file is: paths in it count from there
 * @param home what `~` before a slash, or alone, means in them
 */
export function readSeedConfig(
  text: string,
  folder: string,
  home: string,
): Result<SeedSettings, readonly ManifestProblem[]> {
  const toml = readToml(text)
  if (!toml.ok)
    return err([
      {
        code: DECLARED_ERRORS.syntax,
        ...toml.error,
        hint: 'Texts go in quotes, tables in [brackets].',
      },
    ])
  const parsed = SeedConfig.safeParse(toml.value.value)
  if (!parsed.success)
    return err(
      parsed.error.issues.flatMap((issue): ManifestProblem[] =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => ({
              code: DECLARED_ERRORS.key,
              ...toml.value.keyAt(issue.path, key),
              ...unknownKeyWords(issue.path, key, keysAt(SeedConfig, issue.path)),
            }))
          : [
              {
                code: DECLARED_ERRORS.value,
                ...(issue.code === 'invalid_key'
                  ? toml.value.keyAt(issue.path.slice(0, -1), String(issue.path.at(-1)))
                  : toml.value.valueAt(issue.path)),
                ...issueWords(
                  issue,
                  valueIn(toml.value.value, issue.path),
                  toml.value.numberAt(issue.path),
                ),
              },
            ],
      ),
    )
  const { capabilities, tools, ...rest } = parsed.data
  const names = Object.keys(capabilities?.presets ?? {})
  if (capabilities !== undefined && !names.includes(capabilities.active_preset)) {
    const meant = nearest(capabilities.active_preset, names)
    return err([
      {
        code: DECLARED_ERRORS.value,
        ...toml.value.valueAt(['capabilities', 'active_preset']),
        text: `There is no preset named "${capabilities.active_preset}".`,
        hint:
          meant === null
            ? `The file has: ${names.join(', ') || 'none'}.`
            : `Did you mean "${meant}"? The file has: ${names.join(', ')}.`,
      },
    ])
  }
  const whole = (named: string): string =>
    /^~(?:\/|$)/.test(named) ? resolve(home, `.${named.slice(1)}`) : resolve(folder, named)
  const active = capabilities?.presets[capabilities.active_preset]
  const writes = (active?.allow_write_paths ?? []).map(whole)
  return ok({
    preset: capabilities?.active_preset ?? null,
    presets: Object.fromEntries(
      Object.entries(capabilities?.presets ?? {}).map(([name, preset]) => [
        name,
        {
          tools: preset.tools,
          allowNetwork: preset.allow_network,
          allowWritePaths: preset.allow_write_paths.map(whole).flatMap(withAllBelow),
        },
      ]),
    ),
    plugins: {
      ...(tools?.plugin_dir === undefined ? {} : { builtInFolder: whole(tools.plugin_dir) }),
      ...(tools?.external_dir === undefined ? {} : { externalFolder: whole(tools.external_dir) }),
      ...(tools?.filter === undefined
        ? {}
        : {
            allowExternal: tools.filter.allow_external,
            externalAllowList: tools.filter.external_allow_list,
          }),
      ...(tools?.registry === undefined ? {} : { strict: tools.registry.strict }),
      ...(writes.length === 0 ? {} : { writeFolders: writes }),
    },
    notes: [
      ...(tools?.wasmtime_path === undefined
        ? []
        : ['tools.wasmtime_path is left out: Gatehouse brings its own WASI runtime.']),
      ...Object.keys(rest).map(
        (key) => `[${key}] is left out: Gatehouse takes over presets and tools only.`,
      ),
    ],
  })
}

/** The folder and everything below it, as patterns of paths. */
const withAllBelow = (folder: string): readonly string[] => [
  folder,
  folder.endsWith('/') ? `${folder}**` : `${folder}/**`,
]

function valueIn(value: unknown, at: readonly PropertyKey[]): unknown {
  let here = value
  for (const step of at) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}
