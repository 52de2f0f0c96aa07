// From the text of `<tool_name>.toml` to a manifest, or to every problem in it with line and column.
// Pure; reads no file.
import type { z } from 'zod'
import type { Requirement } from '../../../contract/call/manifest.ts'
import { ManifestFile } from '../../../contract/plugin/manifest-file.ts'
import type { PluginManifest } from '../../../contract/plugin/manifest.ts'
import type { ManifestProblem } from '../../../contract/plugin/manifest-problem.ts'
import { DECLARED_ERRORS } from '../../../contract/plugin/plugin-error.ts'
import { higherTier } from '../../../contract/call/tier.ts'
import type { Tier } from '../../../contract/call/tier.ts'
import { dottedPath } from '../../../contract/issue-text.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import { decodeText } from '../toml/decode-text.ts'
import { readToml } from '../toml/read-toml.ts'
import type { Position, ReadToml } from '../toml/read-toml.ts'
import { argsSchema } from './args-schema.ts'
import { issueWords, keysAt, unknownKeyWords } from './file-problems.ts'
import { crossFaults } from './cross-faults.ts'
import { triedArgs } from './tried-args.ts'
import type { InputOf } from './tried-args.ts'

/** Longer is no manifest but a mistake, or an attack on the parser. */
export const LONGEST_MANIFEST = 256 * 1024

/** More of them help nobody. */
const MOST_PROBLEMS = 50

const KIB = 1024

/**
 * @param bytes the file as it is on disk.
 * @param stem its name without `.toml`; null: it has none yet.
 * @param inputOf by which its arguments are tried; left out, they are only read.
 */
export function readManifest(
  bytes: Uint8Array,
  stem: string | null,
  inputOf?: InputOf,
): Result<PluginManifest, readonly ManifestProblem[]> {
  if (bytes.length > LONGEST_MANIFEST)
    return err([
      atTop(
        DECLARED_ERRORS.tooLarge,
        `The manifest has ${bytes.length} bytes, and at most ${LONGEST_MANIFEST / KIB} KiB are read.`,
        'Remove what does not belong there.',
      ),
    ])
  const text = decodeText(bytes)
  if (!text.ok)
    return err([
      {
        code: DECLARED_ERRORS.syntax,
        ...text.error,
        text: 'The manifest is not UTF-8 text.',
        hint: 'Save it as UTF-8.',
      },
    ])
  const toml = readToml(text.value)
  if (!toml.ok)
    return err([
      {
        code: DECLARED_ERRORS.syntax,
        ...toml.error,
        hint: 'Texts go in quotes, tables in [brackets] on a line of their own. See docs/plugin-manifests.md.',
      },
    ])
  const parsed = ManifestFile.safeParse(toml.value.value)
  const args = argsSchema(tableOf(toml.value.value['args']))
  const argsFaults =
    args.faults.length > 0 || inputOf === undefined ? args.faults : triedArgs(args.schema, inputOf)
  const problems = [
    ...(parsed.success
      ? []
      : parsed.error.issues
          .filter((issue, _at, all) => !saysLess(issue, all))
          .flatMap((issue) => shapeProblems(issue, toml.value))),
    ...argsFaults.slice(0, MOST_PROBLEMS).map(({ path, key, text: said, hint }) => ({
      code: DECLARED_ERRORS.args,
      ...(key === undefined ? toml.value.valueAt(path) : toml.value.keyAt(path, key)),
      text: said,
      hint,
    })),
    ...(parsed.success
      ? crossFaults(parsed.data, toml.value.value, args.schema, stem).map(
          ({ code, path, text: said, hint }) => ({
            code,
            ...toml.value.valueAt(path),
            text: said,
            hint,
          }),
        )
      : []),
  ]
  if (problems.length > 0 || !parsed.success)
    return err(
      problems.toSorted((a, b) => a.line - b.line || a.column - b.column).slice(0, MOST_PROBLEMS),
    )
  return ok(manifestOf(parsed.data, args.schema))
}

/** Where a manifest that can be read says which program it has; else its name, which says it too. */
export function programPosition(text: string): Position {
  const toml = readToml(text)
  if (!toml.ok) return { line: 1, column: 1 }
  return toml.value.valueAt(['program' in toml.value.value ? 'program' : 'tool_name'])
}

const atTop = (code: string, text: string, hint: string): ManifestProblem => ({
  code,
  line: 1,
  column: 1,
  text,
  hint,
})

const tableOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}

/**
 * That a number is too large to be exact, where its key says its own limit as well; and that an empty
 * text has the wrong form, where its being empty is said.
 */
const saysLess = (issue: z.core.$ZodIssue, all: readonly z.core.$ZodIssue[]): boolean =>
  ((issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER) ||
    issue.code === 'custom') &&
  all.some(
    (other) =>
      other.code === (issue.code === 'custom' ? 'too_small' : other.code) &&
      other !== issue &&
      dottedPath(other.path) === dottedPath(issue.path),
  )

function shapeProblems(issue: z.core.$ZodIssue, toml: ReadToml): readonly ManifestProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(ManifestFile, issue.path)
    return issue.keys.slice(0, MOST_PROBLEMS).map((key) => ({
      code: DECLARED_ERRORS.key,
      ...toml.keyAt(issue.path, key),
      ...unknownKeyWords(issue.path, key, known),
    }))
  }
  // Of several forms, what is wrong with the one that was matching.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const matching = issue.errors.find((issues) => issues.every(({ path }) => path.length > 0))
    if (matching !== undefined)
      return matching.flatMap((inner) =>
        shapeProblems({ ...inner, path: [...issue.path, ...inner.path] }, toml),
      )
  }
  return [
    {
      code: DECLARED_ERRORS.value,
      ...toml.valueAt(issue.path),
      ...issueWords(issue, valueIn(toml.value, issue.path), toml.numberAt(issue.path)),
    },
  ]
}

function valueIn(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined
    here = Reflect.get(here, step)
  }
  return here
}

/** With the strict answer for everything that it does not say. */
function manifestOf(file: ManifestFile, args: Readonly<Record<string, unknown>>): PluginManifest {
  const { limits, tool_name: name } = file
  const mounts =
    file.mounts?.map(({ path, write }) => ({ path: path === 'workspace' ? null : path, write })) ??
    null
  // As for every tool that writes, whatever it says of itself. Without a word about folders it may
  // have those that were granted for writing.
  const writes = mounts === null || mounts.some(({ write }) => write)
  const atLeast = (tier: Tier): Tier => (writes ? higherTier(tier, 'R2') : tier)
  const actions = file.actions.map(({ name: action, read_only: readOnly, risk_tier: tier }) => ({
    name: action,
    readOnly,
    ...(tier === undefined ? {} : { riskTier: atLeast(tier) }),
  }))
  return {
    name,
    version: file.version,
    description: file.description,
    runs: file.native ? 'native' : 'wasi',
    protocol: file.protocol,
    program: file.program ?? (file.native ? name : `${name}.wasm`),
    network: file.requires_network,
    hosts: file.hosts,
    mounts,
    limits: {
      runTimeMs: limits.run_time_ms ?? file.max_runtime_ms,
      stdoutBytes: limits.stdout_bytes ?? file.max_stdout_bytes,
      stderrBytes: limits.stderr_bytes ?? file.max_stderr_bytes,
      resultChars: limits.result_chars,
      memoryBytes: limits.memory_bytes,
    },
    args,
    id: file.id ?? `plugin.${name.replaceAll('_', '-')}`,
    title: file.title ?? name,
    category: file.category ?? 'system',
    riskTier: atLeast(file.risk_tier ?? 'R3'),
    sideEffects: file.side_effects ?? true,
    pure: file.pure,
    dataAccess: [
      ...new Set([
        'processes' as const,
        ...(mounts === null || mounts.length > 0 ? ['files' as const] : []),
        ...(file.requires_network ? ['network' as const] : []),
        ...(file.data_access ?? []),
      ]),
    ],
    requires: file.requires as Requirement[],
    defaultPolicy: file.default_policy ?? { effect: 'confirm', scope: 'this call' },
    redaction: file.redaction,
    rateLimits: {
      perSession: file.rate_limits.per_session,
      perMinute: file.rate_limits.per_minute,
    },
    networkOutbound: file.network_outbound ?? file.requires_network,
    subagentAccess: file.subagent_access,
    actions,
  }
}
