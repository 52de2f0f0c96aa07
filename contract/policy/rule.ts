// A line of policy. What is left out does not limit; what is written has to hold. Order means
// nothing: the strictest rule that speaks decides.
import { z } from 'zod'
import { RuleHost } from './allowed-host.ts'
import { HostPattern } from './host-pattern.ts'
import { ChannelTrust } from './channel-trust.ts'
import { Effect } from './decision.ts'
import { Rate, RequestSize, TouchZone } from './rule-counts.ts'
import { Category } from '../call/category.ts'
import { Channel } from '../call/principal.ts'
import { Tier } from '../call/tier.ts'
import { Method } from '../call/touch.ts'

/** `*` means any characters, also none: `fs.*`, `github`, `*`. */
export const NameGlob = z
  .string()
  .regex(/^[\w.*-]+$/, 'a name such as exec, or a pattern such as fs.*')

/**
 * `src/**` counts from the workspace, `/etc/*` from the root, `~/docs` from the home folder. `*`
 * stays in one folder, `**` does not.
 */
export const PathGlob = z.string().min(1).max(1024)

/**
 * The first words of a command: `git status` is the program git with the word status, not any text
 * that begins so. What allows covers further words only as far as every one of them is known before
 * it runs. `{any}` as the last word says that whatever follows may vary, also what only the shell
 * knows: `ls {any}` covers `ls $x`, `{any}` alone every command.
 */
export const CommandPrefix = z
  .string()
  .regex(/^[^\s]+( [^\s]+)*$/, 'words with single spaces, such as git status')
  .refine(
    (text) => !/\{any\}/.test(text.replace(/(?:^| )\{any\}$/, '')),
    '{any} is allowed only at the end, as in git log {any}',
  )

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 22:30')
const few = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(256)

export const Weekday = z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])
export type Weekday = z.infer<typeof Weekday>

/**
 * Conditions. Lists hold when one of their members does.
 *
 * Those that speak of touches (paths, zones, domains, ports, methods, allowlist, requestBytes, newHost,
 * commands) are read by the rule's effect, so that no rule is wider than it looks:
 *   deny, confirm   hold when one touch of that kind matches: one bad path is enough.
 *   allow           holds when all of them match, and every touch of the call is of a kind the rule speaks of.
 */
export const RuleWhen = z.strictObject({
  ids: few(NameGlob)
    .optional()
    .describe('Stable ids of tools, such as system.run, or patterns such as fs.*.'),
  categories: few(Category)
    .optional()
    .describe(
      'Kinds of tools, such as payments or comms: of a server’s tool as you said at its review.',
    ),
  tools: few(NameGlob).optional().describe('Names of tools, such as exec, or patterns.'),
  actions: few(z.string()).optional().describe('Verbs of tools that have several.'),
  /** Effective tiers. */
  tiers: few(Tier).optional().describe('The effective tier of the call.'),
  principals: few(z.enum(['person', 'agent', 'subagent', 'mcp-client', 'schedule', 'cli']))
    .optional()
    .describe('Kind of caller.'),
  agents: few(NameGlob).optional().describe('Names of agents, clients or schedules, or patterns.'),
  channels: few(Channel).optional().describe('Channel of the request.'),
  /** What every place of `paths` starts from, so this one has to be written whole. */
  workspaces: few(PathGlob)
    .optional()
    .describe('Folders that agents work in: ~/work/shop, or ~/work/** for all below.'),
  trust: few(ChannelTrust)
    .optional()
    .describe('How far the channel of the request is trusted: see channels.'),
  zones: few(TouchZone)
    .optional()
    .describe(
      'inside or outside the workspace, or guarded: writes a file that other programs run or trust automatically. For commands: the folder they run in. A rule that allows covers commands only with commands.',
    ),
  paths: few(PathGlob)
    .optional()
    .describe(
      'src/** from the workspace, /etc/* from the root, ~/docs from your home. For commands: the folder they run in.',
    ),
  domains: few(HostPattern)
    .optional()
    .describe(
      'example.org is that name alone, *.example.org the names below it. A rule that allows means https unless the entry begins with http://.',
    ),
  ports: few(z.int().min(1).max(65_535))
    .optional()
    .describe(
      'Ports of requests and connections. With domains: for the domains that are written without a port.',
    ),
  methods: few(Method).optional().describe('Methods of requests.'),
  allowlist: few(RuleHost)
    .optional()
    .describe(
      'Requests that an entry names whole: by host, scheme, port, method and size. A host alone means GET and HEAD.',
    ),
  requestBytes: RequestSize.optional().describe(
    'Size of a request’s body in bytes. Gatehouse cannot see what a command sends over a connection, so an allow rule covers none.',
  ),
  newHost: z
    .boolean()
    .optional()
    .describe(
      'true: it goes to a host that this caller has not reached before. false: to one that it has.',
    ),
  commands: few(CommandPrefix)
    .optional()
    .describe('A program and its first words: git push, anywhere in the line.'),
  /** Of the call as a whole. What a command or a server would write is not known, so an allow rule with it covers neither. */
  guarded: z
    .boolean()
    .optional()
    .describe(
      'true: the call writes a file that other programs run or trust automatically, such as .git/hooks or .envrc. false: it writes none. A rule that allows still has to name such a file in paths.',
    ),
  /**
   * Local time; may reach over midnight: then `days` are those on which it begins. The same time
   * twice is a whole day.
   */
  hours: z
    .strictObject({
      from: clock.describe('Hours and minutes in quotes, such as "22:00".'),
      to: clock.describe('Hours and minutes in quotes. The same as from: a whole day.'),
      days: few(Weekday).optional().describe('Days on which it begins; left out, every day.'),
      timeZone: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('Such as Europe/Berlin or UTC; left out, that of this machine.'),
    })
    .optional()
    .describe('Times of day, also over midnight. Local time unless a time zone is written.'),
  rate: Rate.optional().describe(
    'How many calls this caller was allowed before: of the tools and actions that the rule names, or of all.',
  ),
  denials: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Once you have denied this many calls in the session.'),
  taint: few(z.enum(['private', 'untrusted']))
    .optional()
    .describe('What the session has read: private data, or text that anyone may have written.'),
})
export type RuleWhen = z.infer<typeof RuleWhen>

export const Rule = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'lower-case letters, digits and hyphens')
    .describe('A short name of its own, such as no-force-push.'),
  when: RuleWhen.describe(
    'All conditions must match; of a list, one member. A missing condition matches everything.',
  ),
  effect: Effect.describe('allow runs it, confirm asks you, deny denies it. No rule allows R4.'),
  /** With `confirm` only. Of several rules that match, one that asks for two is enough. */
  approvers: z
    .union([z.literal(1), z.literal(2)])
    .optional()
    .describe(
      '2: after you, a second person must approve it on another machine of the fleet. With effect: confirm.',
    ),
  reason: z.string().min(1).max(500).describe('Shown on the card and sent to the model.'),
  expires: z.iso
    .datetime({ offset: true })
    .optional()
    .describe(
      'Date and time with offset, after which the rule no longer applies: 2026-12-31T18:00:00+01:00.',
    ),
})
export type Rule = z.infer<typeof Rule>
