// The configuration file, as parsed. main/config reads it from YAML and says line and column of
// what is wrong.
import { z } from 'zod'
import { FleetConfig } from './fleet-config.ts'
import { OrganisationConfig } from './organisation-config.ts'
import { ChannelSettings } from '../channel-trust.ts'
import { AllowedHost, allowedHosts } from '../allowed-host.ts'
import { Appearance } from '../../desktop/appearance.ts'
import { DesktopConfig } from '../../desktop/desktop.ts'
import { AgentLimits } from './agent-limits.ts'
import { Limits } from '../limits.ts'
import { ModelPrice, ModelPrices } from './model-price.ts'
import { Preset, standardPresets } from '../preset.ts'
import { PathGlob, Rule } from '../rule.ts'
import { ContainerConfig, RunnerChoice } from './runner-config.ts'
import { ClientConfig, ServerConfig, ServerName } from '../../server/server.ts'
import { PluginSettings } from '../../plugin/settings.ts'
import { Services } from './services.ts'
import { SubagentLimits } from './subagent-limits.ts'
import { ToolSetting } from './tool-setting.ts'
import { ToolTable } from '../../call/tool-table.ts'

export const ModelConfig = z.strictObject({
  provider: z
    .enum(['manual', 'anthropic', 'openai-compatible'])
    .default('manual')
    .describe('manual: you play the model; needs no key and no network.'),
  name: z.string().default('').describe('As the provider calls it.'),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe('Where the server is. Null: the provider’s own address.'),
  names: z
    .record(z.string().min(1).max(200), z.string().min(1).max(200))
    .default({})
    .describe(
      'Further models of that server that agent files can name: haiku: qwen3:4b. haiku, sonnet and opus are known at Anthropic.',
    ),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/, 'an environment variable name such as ANTHROPIC_API_KEY')
    .nullable()
    .default(null)
    .describe(
      'Name of the environment variable that holds the key. The key itself never belongs in this file.',
    ),
  price: ModelPrice.nullable()
    .default(null)
    .describe('What a million tokens cost. Without it tokens are counted and no sum is shown.'),
  prices: ModelPrices.default({}).describe(
    'Prices by model name, for agents with a model of their own. A name that ends in * covers each model that begins like it. These prices go before price.',
  ),
})
export type ModelConfig = z.infer<typeof ModelConfig>

export const Config = z.strictObject({
  workspace: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('The folder agents work in. Null: the default folder, made at first start.'),
  model: ModelConfig.prefault({}).describe('The language model that agents speak with.'),
  exfiltrationGuard: z
    .strictObject({
      enabled: z.boolean().default(false).describe('Whether the guard is on.'),
      allowTools: z
        .array(z.string())
        .default([])
        .describe('Outbound tools that stay while the guard is on.'),
      blockedTools: z
        .array(z.string())
        .optional()
        .describe(
          'An older key: tools to hide in addition to every outbound one, also where allowTools names them. Remove it.',
        ),
    })
    .prefault({})
    .describe('Hides and refuses outbound tools, and closes the network for commands.'),
  allowlist: z
    .strictObject({
      hosts: z
        .array(AllowedHost)
        .default([])
        .describe(
          'Hosts that agents may read from without asking. A name alone allows GET and HEAD.',
        ),
    })
    .prefault({})
    .describe('What may be reached without asking.'),
  agents: z
    .strictObject({
      main: z
        .strictObject({ hosts: allowedHosts })
        .prefault({})
        .describe('The agent of Gatehouse.'),
    })
    .prefault({})
    .describe('What you set for agents of Gatehouse, by name.'),
  preset: z
    .string()
    .default('ask')
    .describe(
      `Name of the active preset: ${Object.keys(standardPresets).join(', ')}, or one of your own.`,
    ),
  /** Presets of the person's own, beside the standard ones or in their place. */
  presets: z
    .record(z.string(), Preset)
    .default({})
    .describe('Ways of working of your own, by name. One with a standard name takes its place.'),
  rules: z
    .array(Rule)
    .max(10_000)
    .default([])
    .describe(
      'When … then allow, confirm or deny. The strictest matching rule decides, in any order.',
    ),
  channels: ChannelSettings.prefault({}).describe(
    'How far Gatehouse trusts each channel that calls come in by. You can only lower it: an untrusted channel raises each call by one tier, up to R3.',
  ),
  stop: z
    .array(PathGlob)
    .max(1_000)
    .default([])
    .describe(
      'More paths that no call may touch, even with approval, in addition to the built-in ones.',
    ),
  /** By tool name. */
  tools: z
    .record(z.string(), ToolSetting)
    .default({})
    .describe('What you set for single tools, by name.'),
  services: Services.prefault({}).describe(
    'Addresses of the services that built-in tools use, and the credential for each.',
  ),
  limits: Limits.prefault({}).describe(
    'Sizes above which a call is R3, and limits of processor time for commands.',
  ),
  runner: RunnerChoice.default('local').describe(
    'What runs commands in the workspace: local is the sandbox of this machine, container is Docker or Podman. Staged commands and servers always run in the sandbox.',
  ),
  container: ContainerConfig.prefault({}).describe('How commands run in containers.'),
  plugins: PluginSettings.prefault({}).describe(
    'Tools of your own in two folders, each a manifest with a program or WASI module beside it.',
  ),
  servers: z
    .record(ServerName, ServerConfig)
    .default({})
    .describe('External MCP servers by a short name. Their tools stay off until you review them.'),
  /**
   * Clients of the gateway, by the name they connect with. One that is not written here is like any
   * other principal.
   */
  gateway: z
    .strictObject({
      clients: z
        .record(ServerName, ClientConfig)
        .default({})
        .describe('Clients by the name they connect with.'),
    })
    .prefault({})
    .describe('Other agents that connect to Gatehouse.'),
  fleet: FleetConfig.nullable()
    .default(null)
    .describe(
      'Sends this machine’s journal, as it is kept, to a database that many machines share, or to a collector. Null: it stays here.',
    ),
  organisation: OrganisationConfig.nullable()
    .default(null)
    .describe(
      'Follows the signed policy bundle of an organisation, which only tightens. Null: only your own policy counts.',
    ),
  window: z
    .strictObject({
      ...Appearance.shape,
      tools: ToolTable.prefault({}).describe('Saved views of the table of tools.'),
    })
    .prefault({})
    .describe('How the window looks. Nothing here changes a decision.'),
  desktop: DesktopConfig.prefault({}).describe('The desktop app beside its window.'),
  redaction: z
    .strictObject({
      exceptions: z
        .array(
          z.strictObject({
            rule: z.string().min(1).describe('As the mark names it: jwt for [secret: jwt].'),
            tool: z.string().min(1).optional().describe('Only for this tool; left out, for all.'),
            reason: z.string().min(1).describe('Why it is none.'),
          }),
        )
        .max(1_000)
        .default([])
        .describe('What a rule hides by mistake. Never applies to secrets stored in Gatehouse.'),
    })
    .prefault({})
    .describe('What is treated as a secret and hidden.'),
  approvals: z
    .strictObject({
      timeoutSeconds: z
        .int()
        .min(1)
        .max(86_400)
        .default(600)
        .describe('A held call is denied after this time.'),
    })
    .prefault({})
    .describe('Held calls.'),
  rehearsal: z
    .strictObject({
      automatic: z
        .boolean()
        .default(true)
        .describe('Quick and small ones are tried unasked, so that the card shows what they do.'),
      timeoutSeconds: z
        .int()
        .min(1)
        .max(120)
        .default(20)
        .describe('The longest a rehearsal may take.'),
    })
    .prefault({})
    .describe('Trying held commands in a throw-away copy.'),
  agent: z
    .strictObject({
      maxSteps: z
        .int()
        .min(1)
        .max(200)
        .default(25)
        .describe('How many steps a run may take before it stops and asks to continue.'),
      contextTokens: z
        .int()
        .min(4_000)
        .max(10_000_000)
        .nullable()
        .default(null)
        .describe(
          'Most tokens that the model gets at once. Gatehouse shortens older steps beyond that. Null: as many as the model server reports, else 100,000.',
        ),
      workspaceNotes: z
        .boolean()
        .default(true)
        .describe(
          'Give an agent the text of AGENTS.md in the workspace when a run begins, marked as text that anyone may have written.',
        ),
      limits: AgentLimits.prefault({}).describe(
        'Limits for one run, and for all runs of a day. Gatehouse does not begin what could go beyond them.',
      ),
      instructions: z.string().default('').describe('Said to the model before everything else.'),
      subagents: SubagentLimits.prefault({}).describe('What an agent may hand on to sub-agents.'),
    })
    .prefault({})
    .describe('Gatehouse’s own agent.'),
})
export type Config = z.infer<typeof Config>
