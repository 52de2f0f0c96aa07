// The state of the app that every screen shows.
import { z } from 'zod'
import { ModelConfig } from '../policy/config/config.ts'
import { ConfigProblem } from '../policy/config/config-problem.ts'
import { PolicyHash } from '../ids.ts'
import { Verification } from '../journal/journal.ts'
import { Appearance } from '../desktop/appearance.ts'
import { DesktopConfig } from '../desktop/desktop.ts'
import { CalendarSettings } from '../policy/config/calendar-settings.ts'
import { MailSettings } from '../policy/config/mail-settings.ts'
import {
  ImageService,
  RedditService,
  WeatherService,
  WebSearchService,
} from '../policy/config/web-services.ts'
import { AgentLimits } from '../policy/config/agent-limits.ts'
import { Stopped } from '../approval/emergency-stop.ts'
import { ToolTable } from '../call/tool-table.ts'

/**
 * What every screen shows round its edge: one small snapshot, sent whole whenever a part of it
 * changes.
 */
export const AppState = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  workspace: z.strictObject({ path: z.string(), ready: z.boolean(), text: z.string() }),
  model: z.strictObject({
    ...ModelConfig.shape,
    label: z.string(),
    keySet: z.boolean(),
    /** Its server failed several times in a row and is not asked before; epoch milliseconds. */
    restsUntil: z.int().nullable(),
  }),
  agent: z.strictObject({
    maxSteps: z.int(),
    contextTokens: z.int().nullable(),
    limits: AgentLimits,
  }),
  mail: MailSettings,
  calendar: CalendarSettings,
  /** Which service answers, of those among which a person chooses. */
  web: z.strictObject({
    search: WebSearchService.pick({ provider: true, url: true }),
    weather: WeatherService.pick({ provider: true }),
    images: ImageService.pick({ provider: true }),
    reddit: RedditService.pick({ access: true }),
  }),
  /**
   * hidden: tools that it closes now. commandNetwork: whether commands may still be granted hosts.
   */
  guard: z.strictObject({
    on: z.boolean(),
    hidden: z.array(z.string()),
    commandNetwork: z.enum(['closed', 'asked']),
  }),
  /**
   * trying: not known yet, at most for some seconds after a start. missing: commands are refused.
   */
  sandbox: z.strictObject({
    state: z.enum(['trying', 'enforced', 'missing']),
    text: z.string(),
    how: z.string().nullable(),
  }),
  /** How many protections of this machine hold, and how many could be had and are not. */
  protections: z.strictObject({ enforced: z.int(), missing: z.int(), all: z.int() }),
  /**
   * Why commands are asked about before they run in place of being tried in a copy first, with the
   * way to fix it; null: they are tried.
   */
  untried: z.strictObject({ text: z.string(), how: z.string() }).nullable(),
  journal: z.strictObject({
    rows: z.int(),
    /** The last full check since the start; null before one has ended. */
    verification: Verification.nullable(),
    /** Why nothing can be recorded, and so nothing runs; null while all is well. */
    fault: z.string().nullable(),
  }),
  /** Whether a person here may read what the machines of a fleet sent. */
  fleetReader: z.boolean(),
  /** Name of the preset in force. */
  preset: z.string(),
  held: z.int(),
  /**
   * External servers that a person should look at: stopped, to be signed in to, or with something
   * to review.
   */
  servers: z.strictObject({
    attention: z.int(),
    /** What they ask the person. */ questions: z.int(),
  }),
  /** A person stopped everything; null while calls may run. */
  stopped: Stopped.nullable(),
  approvalTimeoutSeconds: z.int(),
  policyHash: PolicyHash,
  /** How the table of tools is looked at. */
  toolTable: ToolTable,
  appearance: Appearance,
  desktop: DesktopConfig,
  config: z.strictObject({ file: z.string(), problem: ConfigProblem.nullable() }),
})
export type AppState = z.infer<typeof AppState>
