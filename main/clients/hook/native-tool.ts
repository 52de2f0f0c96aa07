// An agent's own tool as the pipeline sees it: the same manifest, tiers and touches as ours, and an
// execution that does nothing, because the agent runs it. Its name can be no other tool's: those of
// servers hold two underscores after their prefix.
import { z } from 'zod'
import type { FilePreview } from '../../../contract/approval/approval.ts'
import { JsonObject } from '../../../contract/json.ts'
import type { Manifest } from '../../../contract/call/manifest.ts'
import { bodiesUnder } from '../../../contract/call/redaction/redaction-defaults.ts'
import { assertNever } from '../../../contract/never.ts'
import { ok } from '../../../contract/result.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { Need, TouchOf } from '../../../contract/call/touch.ts'
import { GATEWAY, agentTitles, nativeOf } from './agents.ts'
import { nativeName, readNativeName } from './native-name.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import type { Native } from './native.ts'
import { touchesOf } from './touches.ts'

/** Whose tool a name is; null for every other tool. */
export function nativeTool(
  name: string,
): { readonly agent: HookAgent; readonly tool: AnyTool } | null {
  const read = readNativeName(name)
  return read === null ? null : { agent: read.agent, tool: toolOf(read.agent, read.tool) }
}

/**
 * What would be asked of the gate: every argument, because a person approves what they see and the
 * agent runs what it sent.
 */
export const argumentsOf = (input: JsonObject, cwd: string): JsonObject => ({ cwd, input })

function toolOf(agent: HookAgent, tool: string): AnyTool {
  const native = nativeOf(agent, tool)
  const title = agentTitles[agent]
  const input = z
    .strictObject({
      cwd: z
        .string()
        .min(1)
        .max(4096)
        .regex(/^(?:\/|[A-Za-z]:[\\/]|\\\\)/, 'an absolute path'),
      input: JsonObject,
    })
    .refine(
      (args) => touchesOf(native, agent, tool, args.input, args.cwd) !== null,
      'it does not say what it would reach',
    )
  type Args = z.output<typeof input>
  return {
    manifest: {
      ...manifestOf(native),
      redaction: redactionOf(native, tool),
      name: nativeName(agent, tool),
      ...(native.kind === 'gateway'
        ? {
            title: `${tool.slice(GATEWAY.length)}, called by ${title} through the gateway`,
            description:
              'Passed on to the gateway of Gatehouse, which decides about the call itself.',
          }
        : {
            title: `${tool} of ${title}`,
            description: `${title} runs it itself, outside the sandbox of Gatehouse.`,
          }),
      version: '1.0.0',
    },
    // None of ours: nothing is executed here, so no power is handed out and no sandbox is spoken
    // of.
    requiredPowers: [],
    input,
    action: () => null,
    touches: (args) =>
      (touchesOf(native, agent, tool, (args as Args).input, (args as Args).cwd) ??
        []) as readonly TouchOf<Need>[],
    ...(native.kind === 'write'
      ? { preview: (args: unknown, read: Reader) => previewOf(native, args as Args, read) }
      : {}),
    execute: async () => ok({ text: `Left to ${title}.` }),
  }
}

type Reader = (path: string) => Promise<string | null>

type Described = Omit<Manifest, 'name' | 'title' | 'description' | 'version'>

const limits = { runTimeMs: 5_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 2_000 }

const described = (
  id: string,
  category: Manifest['category'],
  riskTier: Manifest['riskTier'],
  more: Partial<Described> = {},
): Described => ({
  id,
  category,
  riskTier,
  sideEffects: false,
  dataAccess: [],
  requires: [],
  defaultPolicy: {
    effect: riskTier === 'R0' || riskTier === 'R1' ? 'allow' : 'confirm',
    scope: 'as for our own tool of this kind',
  },
  redaction: { args: [], result: [] },
  rateLimits: { perSession: 0, perMinute: 0 },
  builtIn: false,
  networkOutbound: false,
  subagentAccess: 'denied',
  actions: [],
  limits,
  ...more,
})

/** The same capability and base tier as our own tool that does the same. */
function manifestOf(native: Native): Described {
  switch (native.kind) {
    case 'run':
      return described('system.run', 'system', 'R3', {
        sideEffects: true,
        dataAccess: ['files', 'processes'],
      })
    case 'read':
      return described('fs.read', 'fs', 'R1', { dataAccess: ['files'] })
    case 'search':
      return described('fs.list', 'fs', 'R1', { dataAccess: ['files'] })
    case 'write':
    case 'patch':
      // A patch can name another machine.
      return described('fs.write', 'fs', 'R2', {
        sideEffects: true,
        dataAccess: ['files', 'network'],
      })
    case 'fetch':
    case 'fetch-text':
      return described('web.fetch', 'network', 'R1', {
        dataAccess: ['network'],
        networkOutbound: true,
      })
    case 'web-search':
      return described('web.search', 'network', 'R2', {
        dataAccess: ['network'],
        networkOutbound: true,
      })
    case 'gateway':
      return described('agent.gateway', 'agents', 'R0')
    case 'inward':
      return described('agent.own', 'agents', 'R0')
    case 'mcp':
      return described('mcp.direct', 'network', 'R3', {
        sideEffects: true,
        dataAccess: ['network'],
        networkOutbound: true,
      })
    case 'other':
      return described('agent.unknown', 'agents', 'R3', {
        sideEffects: true,
        dataAccess: ['network'],
        networkOutbound: true,
      })
    default:
      return assertNever(native, 'manifestOf')
  }
}

/** Credentials are hidden by the names of their fields, at any depth. */
const redactionOf = (native: Native, tool: string): Manifest['redaction'] => ({
  args: [],
  result: [],
  ...(native.kind === 'mcp' || native.kind === 'other'
    ? { journal: [...bodiesUnder('/input', tool)] }
    : {}),
})

async function previewOf(
  native: Extract<Native, { kind: 'write' }>,
  { input, cwd }: { input: JsonObject; cwd: string },
  read: Reader,
): Promise<readonly FilePreview[]> {
  const [touch] = touchesOf(native, '', '', input, cwd) ?? []
  if (touch?.kind !== 'fs.write') return []
  const before = await read(touch.path)
  const text = native.text === undefined ? undefined : input[native.text]
  if (typeof text === 'string') return [{ path: touch.path, before, after: text }]
  if (native.change === undefined || before === null) return []
  const edits =
    native.change === 'one' ? [input] : Array.isArray(input['edits']) ? input['edits'] : []
  let after = before
  for (const edit of edits) {
    const parsed = Edit.safeParse(edit)
    if (!parsed.success || parsed.data.old_string === '') return []
    const { old_string: old, new_string: now, replace_all: all } = parsed.data
    after = all ? after.replaceAll(old, () => now) : after.replace(old, () => now)
  }
  return [{ path: touch.path, before, after }]
}

const Edit = z.object({
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().default(false),
})
