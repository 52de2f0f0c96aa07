// The file `<folder>/<tool_name>.toml` as people write it. The first keys are those of the plugins
// that came before; the others are this project's own, and each may be left out.
import { z } from 'zod'
import { Category } from '../call/category.ts'
import { DataAccess, OsPermission } from '../call/manifest.ts'
import { Tier } from '../call/tier.ts'
import { Method } from '../call/touch.ts'
import { HostPattern } from '../policy/host-pattern.ts'
import { CapabilityId } from '../server/tool-labels.ts'
import { ProgramName, PluginName } from './plugin-name.ts'
import { hiddenIn } from './visible-text.ts'

const MIB = 1_048_576
const pointer = z
  .string()
  .max(1_024)
  .regex(/^\/(?:[^~]|~[01])+$/, 'a JSON Pointer such as /token or /items/*/key')
/** For people and the model. */
const said = (most: number, lines = false) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => text === '' || text.trim() !== '', 'a text that says something')
    .refine(
      (text) => hiddenIn(text, lines) === null,
      lines ? 'a text without hidden characters' : 'one line without hidden characters',
    )
const folderPath = (path: string): boolean =>
  path === 'workspace' || path.startsWith('/') || path.startsWith('~/')
const runTime = z.int().min(1).max(3_600_000)
const stream = z
  .int()
  .min(1)
  .max(64 * MIB)

/** Looked for on PATH. */
const programName = z.string().regex(/^[\w.+-]{1,128}$/, 'the name of a program such as git')

const RequirementEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('workspace') }),
  z.strictObject({ kind: z.literal('sandbox'), protections: z.array(z.string()).optional() }),
  z.strictObject({ kind: z.literal('program'), name: programName }),
  z.strictObject({ kind: z.literal('credential'), name: said(200) }),
  z.strictObject({
    kind: z.literal('allowlist'),
    host: HostPattern,
    method: Method.optional(),
  }),
  z.strictObject({ kind: z.literal('permission'), permission: OsPermission }),
])

export const ManifestFile = z.strictObject({
  tool_name: PluginName.describe(
    'The name a model calls. The file is called the same, with .toml.',
  ),
  version: said(64).describe('Of the plugin, such as 1.0.0.'),
  description: said(8_192, true).describe('What it does, for the model and for you.'),
  requires_network: z
    .boolean()
    .default(false)
    .describe(
      'True: it may reach the hosts that it was granted. A preset without network hides it.',
    ),
  native: z
    .boolean()
    .default(false)
    .describe('True: a program of this machine, run in the sandbox. False: a WASI module.'),
  max_runtime_ms: runTime.default(2_000).describe('It is stopped after so many milliseconds.'),
  max_stdout_bytes: stream
    .default(65_536)
    .describe('It is stopped when it writes more to standard output.'),
  max_stderr_bytes: stream
    .default(65_536)
    .describe('It is stopped when it writes more to standard error.'),
  args: z
    .record(z.string(), z.unknown())
    .default({})
    .describe(
      'JSON Schema of the arguments. max_length, min and max mean maxLength, minimum and maximum.',
    ),

  protocol: z
    .union([z.literal(0), z.literal(1)])
    .default(0)
    .describe('0, or 1 with progress, output while it works, and cancellation.'),
  program: ProgramName.optional().describe(
    'The file beside the manifest that runs. Left out: the tool’s name, with .wasm for a module.',
  ),
  hosts: z
    .array(HostPattern)
    .max(64)
    .default([])
    .describe('Hosts that it asks for. Every call to it shows them.'),
  mounts: z
    .array(
      z.strictObject({
        path: z
          .string()
          .min(1)
          .max(4_096)
          .refine(folderPath, 'workspace, or a whole path such as /data/books')
          .refine((path) => hiddenIn(path, false) === null, 'a path without hidden characters')
          .describe('workspace, or the whole path of a folder.'),
        write: z.boolean().default(false).describe('True: it may write there.'),
      }),
    )
    .max(32)
    .optional()
    .describe(
      'Folders that it asks for. Left out: the workspace to read, and plugins.writeFolders.',
    ),
  id: CapabilityId.optional().describe('Stable, dotted: text.echo. Left out: plugin.NAME.'),
  title: said(200).optional().describe('For people. Left out: its name.'),
  category: Category.optional().describe('What kind of thing it does. Left out: system.'),
  risk_tier: Tier.optional().describe('The base tier. Left out: R3, which needs approval.'),
  side_effects: z.boolean().optional().describe('False: it only looks. Left out: true.'),
  pure: z
    .boolean()
    .default(false)
    .describe(
      'True: its answer follows from its arguments and the files in its folders, so the same question about the same files is not run again.',
    ),
  data_access: z.array(DataAccess).max(32).optional().describe('Further data that it reaches.'),
  requires: z
    .array(RequirementEntry)
    .max(32)
    .default([])
    .describe('What has to be there before it can work.'),
  default_policy: z
    .strictObject({
      effect: z.enum(['allow', 'confirm', 'deny']).default('confirm'),
      scope: said(200).default('this call'),
    })
    .optional()
    .describe('What happens when nothing else speaks. Left out: it needs approval.'),
  redaction: z
    .strictObject({
      args: z.array(pointer).max(256).default([]),
      result: z.array(pointer).max(256).default([]),
    })
    .prefault({})
    .describe('Fields that are hidden in logs.'),
  rate_limits: z
    .strictObject({
      per_session: z.int().min(0).default(0),
      per_minute: z.int().min(0).default(0),
    })
    .prefault({})
    .describe('Calls in one session and in a minute; 0 is no limit.'),
  network_outbound: z
    .boolean()
    .optional()
    .describe('Its main purpose is a request to somebody else. Left out: as requires_network.'),
  subagent_access: z
    .enum(['full', 'readOnly', 'denied'])
    .default('denied')
    .describe('What sub-agents may do with it.'),
  actions: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(200),
        read_only: z.boolean().default(false),
        risk_tier: Tier.optional(),
      }),
    )
    .max(256)
    .default([])
    .describe('Each value of its argument action. Left out: it has one purpose.'),
  limits: z
    .strictObject({
      run_time_ms: runTime.optional().describe('In place of max_runtime_ms.'),
      stdout_bytes: stream.optional().describe('In place of max_stdout_bytes.'),
      stderr_bytes: stream.optional().describe('In place of max_stderr_bytes.'),
      result_chars: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(100_000)
        .describe('Characters of the result that a model reads.'),
      memory_bytes: z
        .int()
        .min(MIB)
        .max(8_192 * MIB)
        .default(256 * MIB)
        .describe('Memory of all its processes.'),
    })
    .prefault({})
    .describe('Limits of one call.'),
})
export type ManifestFile = z.infer<typeof ManifestFile>
