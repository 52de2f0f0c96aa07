// External MCP servers: how they are written in the configuration, and what they offer once they
// run.
import { z } from 'zod'
import { allowedHosts } from '../policy/allowed-host.ts'
import { CpuSeconds } from '../policy/limits.ts'
import { HostPattern } from '../policy/host-pattern.ts'
import { MissedGrant } from './missed-grant.ts'
import { PinnedPackage } from './package.ts'
import { ReviewState } from './review-state.ts'
import { ServerAccess } from './server-access.ts'
import { LabelReview } from './tool-labels.ts'
import { Trust } from '../call/touch.ts'

/**
 * Short, because it comes before the name of every tool: `forge` in `forge__create_issue`. No
 * underscore: two of them are the border.
 */
export const ServerName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,23}$/,
    'a short name such as forge: lower-case letters, digits, hyphens',
  )

const StoredSecret = z.strictObject({
  secret: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/)
    .describe('Name of a stored credential.'),
})
/** A literal, or the name of a stored credential. Secrets do not belong in the file. */
export const Setting = z.union([z.string().max(8_192), StoredSecret])
export type Setting = z.infer<typeof Setting>

/** Whether a server may ask something of the person while it works on a call. */
export const ServerAsks = z.enum(['off', 'ask'])
export type ServerAsks = z.infer<typeof ServerAsks>

const common = {
  trust: Trust.default('community').describe('Given by you, never claimed by the server.'),
  enabled: z.boolean().default(true).describe('False: it is not started.'),
  timeoutSeconds: z.int().min(1).max(3_600).default(60).describe('One call may take this long.'),
  reviewResults: z
    .boolean()
    .optional()
    .describe('True: what it sends back waits for you before an agent reads it.'),
  asks: ServerAsks.optional().describe(
    'Whether it may ask for a model answer or for words of yours: off, or ask (a card). Off unless said otherwise.',
  ),
}

/**
 * A program, run in the sandbox with a folder of its own and nothing of the person's environment.
 */
export const StdioServer = z.strictObject({
  transport: z.literal('stdio').describe('stdio: a program, run in the sandbox. http: an address.'),
  command: z.string().min(1).max(4_096).describe('The program that is run.'),
  args: z.array(z.string().max(32_768)).max(256).default([]).describe('Its arguments, one each.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), Setting)
    .default({})
    .describe('Its environment variables. Nothing else of yours is passed on.'),
  hosts: z
    .array(HostPattern)
    .max(64)
    .default([])
    .describe('Hosts it may connect to; none: no network.'),
  /** Folders of the person's that it may see, besides the system's programs and its own folder. */
  folders: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(4_096).describe('The whole path of the folder.'),
        write: z.boolean().default(false).describe('Whether it may write there too.'),
      }),
    )
    .max(32)
    .default([])
    .describe('Folders of yours that it may see.'),
  sockets: z
    .boolean()
    .optional()
    .describe('It may open Unix sockets of its own, as a browser does. Not with folders.'),
  package: PinnedPackage.optional().describe(
    'What its command fetches, as it was fetched: written by Gatehouse. See: gatehouse servers fetch',
  ),
  cpuSeconds: CpuSeconds.optional().describe(
    'Seconds of processor time for one process of it, in place of limits.serverCpuSeconds.',
  ),
  ...common,
})
export type StdioServer = z.infer<typeof StdioServer>

export const HttpServer = z.strictObject({
  transport: z.literal('http').describe('stdio: a program, run in the sandbox. http: an address.'),
  url: z.url({ protocol: /^https?$/ }).describe('Its address, http or https.'),
  headers: z
    .record(z.string().min(1).max(200), Setting)
    .default({})
    .describe('Headers of every request to it.'),
  signIn: z
    .strictObject({
      clientId: z
        .string()
        .min(1)
        .max(512)
        .optional()
        .describe('As which client Gatehouse was registered there by hand.'),
      clientSecret: StoredSecret.optional().describe('The secret of that client.'),
      clientMetadataUrl: z
        .url({ protocol: /^https$/ })
        .optional()
        .describe('Where a description of Gatehouse as a client can be read.'),
    })
    .optional()
    .describe('How Gatehouse makes itself known where a person signs in. Usually left out.'),
  ...common,
})
export type HttpServer = z.infer<typeof HttpServer>

export const ServerConfig = z.discriminatedUnion('transport', [StdioServer, HttpServer])
export type ServerConfig = z.infer<typeof ServerConfig>

const text = z.string()
const schema = z.record(z.string(), z.unknown())

/**
 * A tool as its server describes it. Everything in it was written by the server: it is shown and
 * pinned, never believed.
 */
export const OfferedTool = z.strictObject({
  name: text,
  title: text.nullable(),
  description: text,
  inputSchema: schema,
  outputSchema: schema.nullable(),
  annotations: z.strictObject({
    title: text.nullable(),
    readOnly: z.boolean().nullable(),
    destructive: z.boolean().nullable(),
    idempotent: z.boolean().nullable(),
    openWorld: z.boolean().nullable(),
  }),
  /**
   * Its definition is longer than this many characters, and nothing of it was kept but its name: it
   * is refused, and never looked into.
   */
  oversized: z.int().optional(),
})
export type OfferedTool = z.infer<typeof OfferedTool>

export const OfferedPrompt = z.strictObject({
  name: text,
  title: text.nullable(),
  description: text,
  arguments: z.array(z.strictObject({ name: text, description: text, required: z.boolean() })),
})
export type OfferedPrompt = z.infer<typeof OfferedPrompt>

/** `uri` is a template where `template` says so. */
export const OfferedResource = z.strictObject({
  uri: text,
  template: z.boolean(),
  name: text,
  title: text.nullable(),
  description: text,
  mimeType: text.nullable(),
})
export type OfferedResource = z.infer<typeof OfferedResource>

/**
 * All that a server offers at one time: what a model or a person would read, and what is started
 * for it.
 */
export const Offer = z.strictObject({
  server: z.strictObject({ name: text, version: text }),
  protocol: text,
  instructions: text.nullable(),
  tools: z.array(OfferedTool),
  prompts: z.array(OfferedPrompt),
  resources: z.array(OfferedResource),
  /** Whether it says what could be filled in for an argument. */
  completions: z.boolean().optional(),
  /** The launch command as written and the SHA-256 of the program it leads to, or the address. */
  launch: z.array(text),
})
export type Offer = z.infer<typeof Offer>

/**
 * off: disabled. waiting: will be tried again at `until`. stopped: crashed too often; a person has
 * to start it.
 */
export const ServerState = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({ kind: z.literal('starting') }),
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('needs-sign-in'), text }),
  z.strictObject({ kind: z.literal('waiting'), until: z.int(), text }),
  z.strictObject({ kind: z.literal('stopped'), text, hint: text }),
])
export type ServerState = z.infer<typeof ServerState>

/**
 * One thing of an offer, and how it compares to what was reviewed. `new` and `changed` are closed
 * until a person has looked.
 */
export const Reviewed = z.strictObject({
  what: z.enum(['server', 'tool', 'prompt', 'resource']),
  name: text,
  state: ReviewState,
  /** As text, line by line comparable: what was reviewed, and what is offered now. */
  before: text.nullable(),
  now: text.nullable(),
  /**
   * Signs that a person should read twice: hidden text, orders to the model, names of other tools,
   * secrets; or why it is refused.
   */
  warnings: z.array(z.string()),
  /** What is good to know and no sign of anything; left out: nothing. */
  notes: z.array(z.string()).optional(),
  /**
   * Where in `now` the words are that a warning is about: the line, from 0. What goes over
   * several lines has no spot.
   */
  highlights: z.array(z.strictObject({ line: z.int().min(0), text })),
  /** Of tools that can be used; null for everything else. */
  labels: LabelReview.nullable(),
})
export type Reviewed = z.infer<typeof Reviewed>

export const ServerListing = z.strictObject({
  name: ServerName,
  config: ServerConfig,
  state: ServerState,
  protocol: text.nullable(),
  version: text.nullable(),
  /** Tools that can be called now, and those that wait for a review or were refused. */
  open: z.int(),
  closed: z.int(),
  /** Another number whenever a review would show something else. */
  revision: z.int(),
  /**
   * Things of every kind that wait for a person to look at them, and those that cannot be opened.
   */
  review: z.strictObject({ fresh: z.int(), changed: z.int(), gone: z.int(), refused: z.int() }),
  /** What its configuration grants, beside what it was seen to do. */
  access: ServerAccess,
  /**
   * Sentences for a person: a tighter profile, behaviour that changed under unchanged definitions.
   */
  advice: z.array(text),
  log: z.array(text),
  /** What it was seen to lack and can be granted; left out: nothing. */
  missed: z.array(MissedGrant).optional(),
  /** Only while a person signs in: the page to do it on, where no browser opens by itself. */
  signInUrl: text.optional(),
})
export type ServerListing = z.infer<typeof ServerListing>

/**
 * For every client that nothing else is written for: far more than an agent at work needs, and the
 * end of a loop gone wild.
 */
export const USUAL_PER_MINUTE = 600

/** Who runs the shell commands of a connected agent: its own shell, or `exec` of Gatehouse. */
export const CommandsRun = z.enum(['sandbox', 'agent'])
export type CommandsRun = z.infer<typeof CommandsRun>

/**
 * What a client of the gateway is: its own way of working and limits. Its token is kept elsewhere,
 * as a hash.
 */
export const ClientConfig = z.strictObject({
  /**
   * Its preset; null: the one in force. With it go the tools it sees, the network, the places it
   * may write.
   */
  preset: z.string().nullable().default(null).describe('Its own preset; null: the one in force.'),
  perMinute: z
    .int()
    .min(0)
    .default(USUAL_PER_MINUTE)
    .describe('Calls of all tools together; 600 unless said otherwise, 0: no limit.'),
  hosts: allowedHosts,
  elicitation: z
    .boolean()
    .default(false)
    .describe('Whether it may answer R2 questions through its own prompt.'),
  folders: z
    .array(z.string().min(1).max(4_096))
    .max(64)
    .default([])
    .describe('Folders that count as the workspace for this client’s own tools.'),
  /**
   * Its hook may answer "ask", which is the client's own prompt, where no Gatehouse runs that could
   * ask a person.
   */
  askInClient: z
    .boolean()
    .default(false)
    .describe('Whether its hook may ask in the client while Gatehouse is not running.'),
  /** Left out: the person has not chosen yet, and the client runs them as before. */
  commands: CommandsRun.optional().describe(
    'Where its shell commands run: sandbox, in that of Gatehouse; agent, by the client itself.',
  ),
})
export type ClientConfig = z.infer<typeof ClientConfig>
