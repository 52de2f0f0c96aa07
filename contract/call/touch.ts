// What a call would reach: paths, hosts, credentials, processes and the rest.
import { z } from 'zod'
import { RecordKind } from '../record/record.ts'
import { CommandPart } from './command.ts'
import { PluginOrigin } from '../plugin/plugin-origin.ts'
import { TerminalState, TerminalUse } from './powers/terminal.ts'
import { FileHash } from '../ids.ts'

/** How far the person trusts an external source; never claimed by the source itself. */
export const Trust = z.enum(['local', 'verified', 'community'])
export type Trust = z.infer<typeof Trust>

export const Method = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type Method = z.infer<typeof Method>

/** What can be had of an external server beside its tools. Where it is left out a tool is meant. */
const ResourcesAndPrompts = z.enum(['resource', 'prompt'])

/** How much would be written or sent, in bytes, where the arguments tell. */
const bytes = z.int().min(0).optional()

/** Who the service would hand it on to: addresses of mail. Left out where it stays there. */
const recipients = z.array(z.string()).optional()
/**
 * Every address below this one as well, with any query: what exactly, an answer on the way tells.
 * Left out: this address alone.
 */
const below = z.literal(true).optional()

/** What is done with the notes that agents keep for later. */
const memory = {
  kind: z.literal('memory'),
  access: z.enum(['read', 'write', 'delete']),
}

const scheduled = { kind: z.literal('schedule'), access: z.enum(['read', 'write', 'delete']) }

/**
 * Sub-agents of the run. start: what agent (`helper`, or the name of an agent file) and what it may
 * have of what the caller has; null: all that sub-agents may have. read, end: which one, by its id;
 * null: all of them.
 */
const subagent = {
  kind: z.literal('subagent'),
  access: z.enum(['start', 'read', 'end']),
  agent: z.string().nullable(),
  tools: z.array(z.string()).nullable(),
  /** It may start sub-agents of its own. */
  delegates: z.boolean(),
}
const record = {
  kind: z.literal('record'),
  of: RecordKind,
  access: z.enum(['read', 'write', 'delete']),
}
/** What came in from outside: by webhooks and the like. */
const inbound = { kind: z.literal('event'), access: z.enum(['read', 'write']) }
/** Something shown to the person, outside of any card. */
const notification = { kind: z.literal('notification') }
/** What an earlier call of the same run gave. */
const result = { kind: z.literal('result'), call: z.string() }

/** One concrete thing a call would reach, as the tool names it, before anything is resolved. */
export const Touch = z.discriminatedUnion('kind', [
  /** `entry`: which one is deleted. */
  z.strictObject({ ...memory, entry: z.int().optional() }),
  z.strictObject(subagent),
  /** Jobs that are kept to run later; null: a new one, or the list. `at`: when it is to run once. */
  z.strictObject({ ...scheduled, job: z.string().nullable(), at: z.int().optional() }),
  /** What is kept for the person; null: a new one, or those there are. */
  z.strictObject({ ...record, id: z.int().nullable() }),
  /** Null: those there are. */
  z.strictObject({ ...inbound, event: z.int().nullable() }),
  z.strictObject(notification),
  z.strictObject(result),
  /**
   * `handedOn`: a file of the workspace that the call gives to somebody else, whole; of all such
   * files together at most so many bytes.
   */
  z.strictObject({
    kind: z.literal('fs.read'),
    path: z.string(),
    handedOn: z.strictObject({ mostBytes: z.int() }).optional(),
  }),
  z.strictObject({ kind: z.literal('fs.write'), path: z.string(), bytes }),
  z.strictObject({
    kind: z.literal('net.fetch'),
    method: Method,
    url: z.string(),
    bytes,
    below,
    recipients,
  }),
  /** `terminal`: not run by itself, but done with a session that goes on. */
  z.strictObject({
    kind: z.literal('proc.run'),
    command: z.string(),
    cwd: z.string(),
    terminal: TerminalUse.optional(),
  }),
  /**
   * A host that a sandboxed program may open connections to: `name` (port 443), `name:port`, an
   * address with its port.
   */
  z.strictObject({ kind: z.literal('net.connect'), host: z.string(), recipients }),
  /** A stored credential used by name; its value is seen by the outbound client only. */
  z.strictObject({ kind: z.literal('secrets.get'), name: z.string() }),
  /**
   * A tool of an external server, by the server's own name for it; or what `what` says, by its own
   * name or address.
   */
  z.strictObject({
    kind: z.literal('mcp.call'),
    server: z.string(),
    tool: z.string(),
    what: ResourcesAndPrompts.optional(),
    /** Arguments that name places on this machine, by their pointers. */
    paths: z.array(z.strictObject({ argument: z.string(), path: z.string() })).optional(),
  }),
  /** A plugin that is started, by its name. What it can reach is named beside it. */
  z.strictObject({ kind: z.literal('plugin.run'), plugin: z.string() }),
])
export type Touch = z.infer<typeof Touch>

/** What a tool may declare to need; a touch of a kind needs the power of that name. */
export type Need = Touch['kind']
export type TouchOf<N extends Need> = Extract<Touch, { kind: N }>

/**
 * Where a path lies after every link is resolved.
 * workspace: inside the folder the person chose. outside: anywhere else.
 * stop: Gatehouse's own home and journal, credential stores; never, for anyone.
 */
export const Zone = z.enum(['workspace', 'outside', 'stop'])
export type Zone = z.infer<typeof Zone>

/**
 * A place that an argument of a server's tool names. `granted`: what the person gave the server
 * there; own: its private folder, or the sandbox's.
 */
const ServerPath = z.strictObject({
  argument: z.string(),
  path: z.string(),
  zone: Zone,
  granted: z.enum(['write', 'read', 'own', 'none']),
})
export type ServerPath = z.infer<typeof ServerPath>

const position = {
  path: z.string(),
  zone: Zone,
  is: z.enum(['file', 'folder', 'other', 'missing']),
}

/**
 * What is in a file, as a person can compare it. `secrets`: names of the kinds that were found in its
 * text; null: it is no text, or too long to be looked through; left out where nobody looked.
 */
const FileContent = z.strictObject({
  sha256: FileHash,
  bytes: z.int(),
  secrets: z.array(z.string()).nullable().optional(),
})
export type FileContent = z.infer<typeof FileContent>

/**
 * A touch made canonical: real absolute path, lower-case ASCII host with port. Decisions are made
 * on these only, and they are compared again, member by member, before a permit is spent.
 *
 * `reach` of a host: public name or address; local: loopback, private or otherwise not routable,
 * which the client refuses unless `listed`. `listed`: the person's allowlist names it for
 * this method.
 */
export const CanonicalTouch = z.discriminatedUnion('kind', [
  /** The entry as it was kept when this was decided, and the beginning of what it says. */
  z.strictObject({
    ...memory,
    entry: z.strictObject({ id: z.int(), source: z.string(), text: z.string() }).optional(),
  }),
  z.strictObject(subagent),
  /** The job as it was kept when this was decided. */
  z.strictObject({
    ...scheduled,
    job: z
      .strictObject({ id: z.string(), name: z.string(), sentence: z.string(), updatedAt: z.int() })
      .nullable(),
  }),
  /** The record as it was kept when this was decided. */
  z.strictObject({
    ...record,
    record: z.strictObject({ id: z.int(), title: z.string(), updatedAt: z.int() }).nullable(),
  }),
  /** The event as it was kept when this was decided. */
  z.strictObject({
    ...inbound,
    event: z
      .strictObject({
        id: z.int(),
        source: z.string(),
        type: z.string(),
        state: z.enum(['pending', 'processed']),
      })
      .nullable(),
  }),
  z.strictObject(notification),
  z.strictObject(result),
  /** `content`: what is handed on. This and nothing else that may be in the file later. */
  z.strictObject({ kind: z.literal('fs.read'), ...position, content: FileContent.optional() }),
  z.strictObject({ kind: z.literal('fs.write'), ...position, bytes }),
  z.strictObject({
    kind: z.literal('net.fetch'),
    method: Method,
    url: z.string(),
    host: z.string(),
    port: z.int(),
    reach: z.enum(['public', 'local']),
    listed: z.boolean(),
    bytes,
    recipients,
    below,
  }),
  z.strictObject({
    kind: z.literal('proc.run'),
    command: z.string(),
    cwd: z.string(),
    zone: Zone,
    /**
     * Every part of the line. Left out only in rows older than the parser: then nothing is known of
     * it.
     */
    parts: z.array(CommandPart).optional(),
    /** The session that the line is typed into; left out: it is run by itself. */
    terminal: TerminalState.optional(),
  }),
  z.strictObject({
    kind: z.literal('net.connect'),
    host: z.string(),
    port: z.int(),
    reach: z.enum(['public', 'local']),
    /**
     * The allowlist names it for every method: what goes through a connection cannot be told apart.
     */
    listed: z.boolean(),
    recipients,
  }),
  z.strictObject({ kind: z.literal('secrets.get'), name: z.string() }),
  z.strictObject({
    kind: z.literal('mcp.call'),
    server: z.string(),
    tool: z.string(),
    what: ResourcesAndPrompts.optional(),
    trust: Trust,
    /**
     * What it gives back may have been written by anyone. False only where a local server says that
     * it stays to itself.
     */
    openWorld: z.boolean(),
    /** Left out where no argument names a place. */
    paths: z.array(ServerPath).optional(),
  }),
  z.strictObject({
    kind: z.literal('plugin.run'),
    plugin: z.string(),
    origin: PluginOrigin,
    runs: z.enum(['native', 'wasi']),
    /** SHA-256 over its manifest and its program, as they are now: another plugin is another touch. */
    digest: z.string(),
  }),
])
export type CanonicalTouch = z.infer<typeof CanonicalTouch>
export type CanonicalTouchOf<N extends Need> = Extract<CanonicalTouch, { kind: N }>
