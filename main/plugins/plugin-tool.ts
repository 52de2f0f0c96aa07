// A plugin as a tool like any other: a whole manifest, its touches, one power. What its author wrote
// is text in it; what it may do is decided by the touches.
import type { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Json, JsonObject } from '../../contract/json.ts'
import { Manifest } from '../../contract/call/manifest.ts'
import { redactionDefaults } from '../../contract/call/redaction/redaction-defaults.ts'
import { namesSecondAction } from '../../contract/call/second-action.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { defineTool } from '../../contract/call/tool.ts'
import { nearest } from '../../contract/nearest.ts'
import { JsonObject as AnyArguments } from '../../contract/json.ts'
import type { PluginManifest } from '../../contract/plugin/manifest.ts'
import type { PluginOrigin } from '../../contract/plugin/plugin-origin.ts'
import type { PluginAnswer } from '../../contract/plugin/request.ts'
import { RUN_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { InputOf } from './manifest/tried-args.ts'
import { withUsual } from './usual-values.ts'
import type { Schema } from './usual-values.ts'
import { pluginTouches } from './plugin-reach.ts'
import type { PluginGrants } from './plugin-reach.ts'

/** Err: why it cannot be used, in words that end a sentence. */
export function pluginTool(
  declared: PluginManifest,
  origin: PluginOrigin,
  grants: () => PluginGrants,
  inputOf: InputOf,
): Result<AnyTool, string> {
  const { name, args: schema, limits, redaction } = declared
  const checked = inputOf(schema)
  if (!checked.ok) return checked
  const hidden = redactionDefaults(schema, `${name} ${declared.title}`)
  const manifest = Manifest.safeParse({
    id: declared.id,
    name,
    title: declared.title,
    description: declared.description,
    version: declared.version,
    category: declared.category,
    riskTier: declared.riskTier,
    sideEffects: declared.sideEffects,
    dataAccess: declared.dataAccess,
    requires: declared.requires,
    // What comes from outside never lets itself run.
    defaultPolicy:
      origin === 'external' && declared.defaultPolicy.effect === 'allow'
        ? { ...declared.defaultPolicy, effect: 'confirm' }
        : declared.defaultPolicy,
    redaction: {
      args: [...new Set([...redaction.args, ...hidden.args])],
      result: redaction.result,
      journal: hidden.journal,
    },
    rateLimits: declared.rateLimits,
    builtIn: false,
    networkOutbound: declared.networkOutbound || declared.network,
    subagentAccess: origin === 'external' ? 'denied' : declared.subagentAccess,
    actions: declared.actions,
    limits: {
      // Starting and stopping it is our time, not the plugin's.
      runTimeMs: limits.runTimeMs + START_MS,
      stdoutBytes: limits.stdoutBytes,
      stderrBytes: limits.stderrBytes,
      resultChars: limits.resultChars,
    },
  } satisfies Manifest)
  if (!manifest.success)
    return err(
      `it does not fit the form of a tool (${manifest.error.issues[0]?.path.join('.') ?? ''})`,
    )
  const own: PluginManifest = declared
  return ok(
    defineTool({
      manifest: manifest.data,
      requiredPowers: ['plugin.run', 'fs.read', 'fs.write', 'net.connect'],
      // Again after the check, which takes out a null that means “left out”.
      input: withDefaults(schema)
        .pipe(checked.value as z.ZodType<JsonObject, JsonObject>)
        .transform((args) => withUsual(schema, args) as JsonObject),
      inputSchema: schema,
      action(args) {
        const action = (args as JsonObject)['action']
        return own.actions.length > 0 && typeof action === 'string' && !namesSecondAction(args)
          ? action
          : null
      },
      touches: () => pluginTouches(own, grants()),
      async execute(args, { power }) {
        const answered = await power['plugin.run'].run({ plugin: name, args: args as JsonObject })
        return answered.ok ? outputOf(answered.value, redaction.result.length > 0) : answered
      },
    }) as unknown as AnyTool,
  )
}

const START_MS = 10_000

/** A guess for an argument that is unknown; and what the schema gives for one that is left out. */
function withDefaults(schema: Schema) {
  const names = Object.keys((schema['properties'] ?? {}) as Schema)
  return AnyArguments.superRefine((args, context) => {
    for (const key of Object.keys(args)) {
      if (names.includes(key)) continue
      const meant = nearest(key, names)
      const known = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `is not known to this tool (${meant === null ? known : `did you mean ${meant}?`})`,
      })
    }
  }).transform((args) => withUsual(schema, args) as JsonObject)
}

/** @param hides whether logs hide parts of its data: an error is in them as it is */
function outputOf({ data, error, stdout, stderr, log }: PluginAnswer, hides: boolean) {
  const said = [stdout, stderr || log].filter((part) => part !== '').join('\n')
  if (error !== null)
    return err(
      failure(
        error.code,
        // Its own words are told from ours.
        error.code === RUN_ERRORS.failed
          ? error.text
          : `The plugin reports ${error.code}: ${error.text}`,
        hintOf(error, hides ? null : data) ?? (said === '' ? undefined : said.slice(0, 2_000)),
      ),
    )
  return ok({
    text: typeof data === 'string' ? data : JSON.stringify(data, null, 2),
    data,
    stdout,
    stderr: stderr || log,
  })
}

/** Its own hint, and what it gave with an error of its own. */
function hintOf({ code, hint }: Failure, data: Json): string | undefined {
  if (data === null || code === RUN_ERRORS.failed) return hint
  const came = `With it came: ${JSON.stringify(data).slice(0, 2_000)}`
  return hint === undefined ? came : `${hint} ${came}`
}
