// What an organisation says for every machine of its people, as it is signed. All of it only
// tightens: it is a policy of its own, and each call is judged by both.
import { z } from 'zod'
import { AgentFileName } from '../agent/agent-file.ts'
import { ToolSetting } from '../policy/config/tool-setting.ts'
import { Preset } from '../policy/preset.ts'
import { PathGlob, Rule } from '../policy/rule.ts'
import { ServerName } from '../server/server.ts'
import { Fingerprint, KeyId, OrganisationName } from './names.ts'

const definitions = (most: number) => z.record(z.string().min(1).max(most), Fingerprint)

/** The SHA-256 of each definition as a review shows it. What is left out is not held. */
export const ServerPins = z.strictObject({
  tools: definitions(256).describe(
    'By name of its tools, the fingerprint of each. Others of this server are closed.',
  ),
  prompts: definitions(256)
    .optional()
    .describe('The same of its prompts. Left out: any that the person reviewed.'),
  resources: definitions(4_096)
    .optional()
    .describe('The same of its resources, by address. Left out: any that the person reviewed.'),
  programs: z
    .array(Fingerprint)
    .min(1)
    .max(200)
    .optional()
    .describe(
      'SHA-256 of every file that it may be started from, such as its runtime and its script. Left out: any that the person reviewed.',
    ),
})
export type ServerPins = z.infer<typeof ServerPins>

const { tier, default: effect, disabled, reviewResults, rateLimits } = ToolSetting.shape
export const BundleTool = z.strictObject({
  tier,
  default: effect,
  disabled,
  reviewResults,
  rateLimits,
})

/** What it holds. */
export const held = {
  preset: z
    .string()
    .nullable()
    .default(null)
    .describe('The loosest way of working: a standard preset, or one of presets. Null: none.'),
  presets: z
    .record(z.string(), Preset)
    .default({})
    .describe('Presets of the organisation, by name.'),
  rules: z
    .array(Rule)
    .max(10_000)
    .default([])
    .describe('Rules as in a configuration. One that allows only lifts what preset here asks for.'),
  stop: z.array(PathGlob).max(1_000).default([]).describe('More paths that no call may touch.'),
  tools: z.record(z.string(), BundleTool).default({}).describe('Settings of single tools.'),
  servers: z
    .record(ServerName, ServerPins)
    .default({})
    .describe('Of MCP servers, the tools that may be used, each in this one definition.'),
  agents: z
    .record(AgentFileName, z.string().min(1).max(262_144))
    .default({})
    .describe('Agent files by name. An agent of that name can do no more than its file here says.'),
  revokedKeys: z.array(KeyId).max(100).default([]).describe('Fingerprints of revoked keys.'),
}

export const Bundle = z.strictObject({
  format: z.literal(1),
  organisation: OrganisationName,
  /** Goes up with every bundle; an older one is refused. */
  serial: z.int().min(1),
  issued: z.iso.datetime({ offset: true }),
  expires: z.iso.datetime({ offset: true }),
  ...held,
})
export type Bundle = z.infer<typeof Bundle>
