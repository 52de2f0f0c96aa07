// A change of the configuration, as the window and the command line ask for it.
import { z } from 'zod'
import { Appearance } from '../../desktop/appearance.ts'
import { DesktopPatch } from '../../desktop/desktop.ts'
import { AgentLimitsPatch } from './agent-limits.ts'
import { ModelPrice } from './model-price.ts'
import { PluginName } from '../../plugin/plugin-name.ts'
import { Rule } from '../rule.ts'
import { CommandsRun, ServerConfig, ServerName } from '../../server/server.ts'
import { ServicesPatch } from './account-services.ts'
import { ToolTablePatch } from '../../call/tool-table.ts'
import { ModelConfig, Config } from './config.ts'
import { ToolPatch } from './tool-setting.ts'

// Without the defaults, which would be written into the file with every change.
const { shape: appearance } = Appearance
const appearancePatch = z.strictObject({
  theme: appearance.theme.unwrap().optional(),
  contrast: appearance.contrast.unwrap().optional(),
  density: appearance.density.unwrap().optional(),
  textPercent: appearance.textPercent.unwrap().optional(),
  singleKeyShortcuts: appearance.singleKeyShortcuts.unwrap().optional(),
  sidebarCollapsed: appearance.sidebarCollapsed.unwrap().optional(),
})

const { shape: agent } = Config.shape.agent.unwrap()
const { shape: model } = ModelConfig
const modelPatch = z.strictObject({
  provider: model.provider.unwrap().optional(),
  name: model.name.unwrap().optional(),
  baseUrl: model.baseUrl.unwrap().optional(),
  apiKeyEnv: model.apiKeyEnv.unwrap().optional(),
  price: model.price.unwrap().optional(),
  /** Each whole, and the others stay; null takes one out. */
  prices: z.record(z.string().min(1).max(200), ModelPrice.nullable()).optional(),
})

/**
 * A change made from the window or the command line; written back without losing the person's
 * comments.
 */
export const ConfigPatch = z.strictObject({
  workspace: z.string().min(1).nullable().optional(),
  model: modelPatch.optional(),
  agent: z
    .strictObject({
      maxSteps: agent.maxSteps.unwrap().optional(),
      contextTokens: agent.contextTokens.unwrap().optional(),
      limits: AgentLimitsPatch.optional(),
    })
    .optional(),
  exfiltrationGuard: z.strictObject({ enabled: z.boolean() }).optional(),
  approvals: z.strictObject({ timeoutSeconds: z.int().min(1).max(86_400) }).optional(),
  preset: z.string().optional(),
  tool: z.strictObject({ name: z.string(), setting: ToolPatch }).optional(),
  toolTable: ToolTablePatch.optional(),
  window: appearancePatch.optional(),
  desktop: DesktopPatch.optional(),
  services: ServicesPatch.optional(),
  addRule: Rule.optional(),
  /** By id. */
  removeRule: z.string().optional(),
  /** One server, new or in the place of the one of that name; null takes it out. */
  server: z.strictObject({ name: ServerName, config: ServerConfig.nullable() }).optional(),
  /** An external plugin that the filter lets through from now on, and no other beside it. */
  allowPlugin: PluginName.optional(),
  /** A connected agent: who runs its shell commands, and its own preset; null: the one in force. */
  client: z
    .strictObject({
      name: ServerName,
      commands: CommandsRun.optional(),
      preset: z.string().nullable().optional(),
    })
    .optional(),
})
export type ConfigPatch = z.infer<typeof ConfigPatch>
