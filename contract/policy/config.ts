// The configuration file, as parsed. main/config reads it from YAML and says line and column of
// what is wrong.
import { z } from 'zod'
import { Effect } from './decision.ts'
import { HostPattern } from './host-pattern.ts'
import { Appearance } from '../appearance.ts'
import { Preset } from './preset.ts'
import { PathGlob, Rule } from './rule.ts'
import { ClientConfig, ServerConfig, ServerName } from '../server/server.ts'
import { Tier } from '../call/tier.ts'
import { ToolTable, ToolTablePatch } from '../call/tool-table.ts'
import { Method } from '../call/touch.ts'

export const ModelConfig = z.strictObject({
  /** manual: you play the model; needs no key and no network. */
  provider: z.enum(['manual', 'anthropic', 'openai-compatible']).default('manual'),
  name: z.string().default(''),
  /** Where the server is; null means the provider's own address. */
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null),
  /**
   * Name of the environment variable that holds the key. The key itself is never written to this
   * file.
   */
  apiKeyEnv: z
    .string()
    .regex(/^[A-Z_][A-Z0-9_]*$/, 'an environment variable name such as ANTHROPIC_API_KEY')
    .nullable()
    .default(null),
  /** What a million tokens cost. Without it tokens are counted and no sum is shown. */
  price: z
    .strictObject({
      in: z.number().nonnegative(),
      out: z.number().nonnegative(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'three letters such as EUR')
        .default('USD'),
    })
    .nullable()
    .default(null),
})
export type ModelConfig = z.infer<typeof ModelConfig>

/**
 * A host that may be reached without asking: a name alone stands for looking (GET and HEAD) only.
 */
export const AllowedHost = z.union([
  HostPattern,
  z.strictObject({
    host: HostPattern,
    methods: z.array(Method).min(1).default(['GET', 'HEAD']),
    /** A request with a larger body asks all the same. */
    maxBytes: z.int().min(0).default(1_048_576),
    /** The name may lead to these addresses only; anywhere else it is not opened. */
    addresses: z
      .array(
        z.union([
          z.ipv4('an address such as 93.184.215.14'),
          z.ipv6('an address such as 2606:2800:220:1::1'),
        ]),
      )
      .min(1)
      .optional(),
    /**
     * SHA-256 of the server's public key (SubjectPublicKeyInfo) in base64; the key has to be one of
     * these. https only.
     */
    tlsPin: z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
            'the SHA-256 of a public key in base64: 43 characters and a =',
          ),
      )
      .min(1)
      .optional(),
  }),
])
export type AllowedHost = z.infer<typeof AllowedHost>

/**
 * What a person sets for one tool. A tier only ever goes up; a default frees a tool up to R2 and no
 * further.
 */
export const ToolSetting = z.strictObject({
  tier: Tier.optional(),
  default: Effect.optional(),
  disabled: z.boolean().default(false),
  rateLimits: z
    .strictObject({ perSession: z.int().min(0).optional(), perMinute: z.int().min(0).optional() })
    .optional(),
})
export type ToolSetting = z.infer<typeof ToolSetting>

/**
 * A change to it. What is left out stays; null takes it out, so that the tool's own word counts
 * again.
 */
export const ToolPatch = z.strictObject({
  tier: Tier.nullable().optional(),
  default: Effect.nullable().optional(),
  disabled: z.boolean().nullable().optional(),
  rateLimits: z
    .strictObject({
      perSession: z.int().min(0).nullable().optional(),
      perMinute: z.int().min(0).nullable().optional(),
    })
    .optional(),
})
export type ToolPatch = z.infer<typeof ToolPatch>

export const Config = z.strictObject({
  /** The folder agents work in. Null means the default folder, made at first start. */
  workspace: z.string().min(1).nullable().default(null),
  model: ModelConfig.prefault({}),
  exfiltrationGuard: z
    .strictObject({
      enabled: z.boolean().default(false),
      /** Outbound tools that stay while the guard is on. */
      allowTools: z.array(z.string()).default([]),
      /**
       * An older key: tools to hide in addition to every outbound one, also where `allowTools`
       * names them. Still read, with a warning.
       */
      blockedTools: z.array(z.string()).optional(),
    })
    .prefault({}),
  allowlist: z.strictObject({ hosts: z.array(AllowedHost).default([]) }).prefault({}),
  /** Name of the preset in force. */
  preset: z.string().default('ask'),
  /** Presets of the person's own, beside the standard ones or in their place. */
  presets: z.record(z.string(), Preset).default({}),
  rules: z.array(Rule).max(10_000).default([]),
  /** More places that no call may touch, beside the built-in ones. Patterns as in rules. */
  stop: z.array(PathGlob).max(1_000).default([]),
  /** By tool name. */
  tools: z.record(z.string(), ToolSetting).default({}),
  limits: z
    .strictObject({
      /** A write or request with more bytes than this goes up to R3. */
      writeBytes: z.int().min(0).default(5_242_880),
      requestBytes: z.int().min(0).default(1_048_576),
    })
    .prefault({}),
  /**
   * External MCP servers by name. Nothing of them can be called before a person has reviewed it.
   */
  servers: z.record(ServerName, ServerConfig).default({}),
  /**
   * Clients of the gateway, by the name they connect with. One that is not written here is like any
   * other principal.
   */
  gateway: z.strictObject({ clients: z.record(ServerName, ClientConfig).default({}) }).prefault({}),
  /** How the window looks and shows things. Nothing here decides anything. */
  window: z.strictObject({ ...Appearance.shape, tools: ToolTable.prefault({}) }).prefault({}),
  redaction: z
    .strictObject({
      /**
       * What a rule takes for a secret and is none, everywhere or for one tool. Never the secrets
       * Gatehouse itself holds.
       */
      exceptions: z
        .array(
          z.strictObject({
            /** As the mark names it: jwt for [secret: jwt]. */
            rule: z.string().min(1),
            tool: z.string().min(1).optional(),
            reason: z.string().min(1),
          }),
        )
        .max(1_000)
        .default([]),
    })
    .prefault({}),
  approvals: z
    .strictObject({ timeoutSeconds: z.int().min(1).max(86_400).default(600) })
    .prefault({}),
  rehearsal: z
    .strictObject({
      /**
       * Held commands that are quick and small are run in a throw-away copy of the workspace
       * unasked, so that the card shows what they do.
       */
      automatic: z.boolean().default(true),
      /** The longest a rehearsal may take. */
      timeoutSeconds: z.int().min(1).max(120).default(20),
    })
    .prefault({}),
  agent: z
    .strictObject({
      maxSteps: z.int().min(1).max(200).default(25),
      instructions: z.string().default(''),
    })
    .prefault({}),
})
export type Config = z.infer<typeof Config>

/**
 * What is wrong with the file, where, and what to do. The configuration before it stays in force.
 */
export const ConfigProblem = z.strictObject({
  file: z.string(),
  line: z.int(),
  column: z.int(),
  text: z.string(),
  hint: z.string(),
})
export type ConfigProblem = z.infer<typeof ConfigProblem>

// Without the defaults, which would be written into the file with every change.
const { shape: look } = Appearance
const appearancePatch = z.strictObject({
  theme: look.theme.unwrap().optional(),
  contrast: look.contrast.unwrap().optional(),
  density: look.density.unwrap().optional(),
  textPercent: look.textPercent.unwrap().optional(),
  singleKeyShortcuts: look.singleKeyShortcuts.unwrap().optional(),
  sidebarCollapsed: look.sidebarCollapsed.unwrap().optional(),
})

/**
 * A change made from the window or the command line; written back without losing the person's
 * comments.
 */
export const ConfigPatch = z.strictObject({
  workspace: z.string().min(1).nullable().optional(),
  model: ModelConfig.partial().optional(),
  exfiltrationGuard: z.strictObject({ enabled: z.boolean() }).optional(),
  approvals: z.strictObject({ timeoutSeconds: z.int().min(1).max(86_400) }).optional(),
  preset: z.string().optional(),
  tool: z.strictObject({ name: z.string(), setting: ToolPatch }).optional(),
  toolTable: ToolTablePatch.optional(),
  window: appearancePatch.optional(),
  addRule: Rule.optional(),
  /** By id. */
  removeRule: z.string().optional(),
  /** One server, new or in the place of the one of that name; null takes it out. */
  server: z.strictObject({ name: ServerName, config: ServerConfig.nullable() }).optional(),
})
export type ConfigPatch = z.infer<typeof ConfigPatch>
