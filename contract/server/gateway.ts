// Clients of the gateway as screens and the command line see them.
import { z } from 'zod'
import { Grant } from '../agent/grant.ts'
import { CommandsRun, ServerName } from './server.ts'

/** What is asked for a client whose token shall do less than the policy allows. */
export const ClientRequest = z.strictObject({
  /** Tools, actions of tools (`github.get_issue`) or capabilities; null: all. */
  tools: z.array(z.string().min(1).max(128)).min(1).max(200).nullable(),
  /** From now; null: a year, which is the most. */
  seconds: z.int().min(1).max(31_536_000).nullable(),
  /** How many calls it may make; null: as many as the policy allows. */
  calls: z.int().min(1).max(1_000_000).nullable(),
})
export type ClientRequest = z.infer<typeof ClientRequest>

/** What such a token is good for, and how much of it is used. */
export const ClientDelegation = z.strictObject({
  grant: Grant,
  expiresAt: z.int(),
  calls: z.int().nullable(),
  used: z.int(),
  /** Of its terms. */
  hash: z.string(),
})
export type ClientDelegation = z.infer<typeof ClientDelegation>

export const ClientListing = z.strictObject({
  name: ServerName,
  createdAt: z.int(),
  /** When its token was last used; null: not yet. */
  usedAt: z.int().nullable(),
  /** Left out: its token does whatever the policy allows. */
  delegation: ClientDelegation.optional(),
})
export type ClientListing = z.infer<typeof ClientListing>

/** A way in that is open at this moment: a bridge over standard streams, or a session over HTTP. */
export const ConnectedClient = z.strictObject({
  name: ServerName,
  over: z.enum(['streams', 'http']),
  since: z.int(),
  /**
   * Its hook. none: connect has set none up. silent: one is set up, and is not heard of although
   * calls of the client come in.
   */
  hook: z.enum(['none', 'set', 'silent']).default('none'),
})
export type ConnectedClient = z.infer<typeof ConnectedClient>

/**
 * How a client may work, where the configuration says so; one that is not named there is like any
 * other.
 */
export const ClientLimits = z.strictObject({
  name: ServerName,
  /** Null: the preset in force. */
  preset: z.string().nullable(),
  /** Zero: no limit. */
  perMinute: z.int(),
  elicitation: z.boolean(),
})
export type ClientLimits = z.infer<typeof ClientLimits>

/**
 * How Gatehouse can gate the agent's own shell commands. rewrite: its hook may change the command,
 * so that it runs in the sandbox of Gatehouse. rehearse: the hook can only allow or deny, and the
 * question shows a rehearsal. none: the agent has no hook for them.
 */
export const CommandsGate = z.enum(['rewrite', 'rehearse', 'none'])
export type CommandsGate = z.infer<typeof CommandsGate>

/** The shell commands of one agent: what can be done about them, and what is done now. */
export const ClientCommands = z.strictObject({
  name: ServerName,
  title: z.string(),
  gate: CommandsGate,
  /** Its hook is set up. */
  hooked: z.boolean(),
  /** Null: the person has not chosen yet. */
  run: CommandsRun.nullable(),
  /**
   * Why they do not run in the sandbox although that was chosen. no-sandbox: it does not hold here.
   * ignored: the agent ran one itself although the hook had changed it.
   */
  problem: z.enum(['no-sandbox', 'ignored']).nullable(),
})
export type ClientCommands = z.infer<typeof ClientCommands>

export const ClientsState = z.strictObject({
  clients: z.array(ClientListing),
  connected: z.array(ConnectedClient),
  limits: z.array(ClientLimits),
  /** Of every agent that is connected, set up or named in the configuration. */
  commands: z.array(ClientCommands).default([]),
  /** Where they reach the gateway over HTTP; null while nobody can. */
  url: z.string().nullable(),
  /** Why there is no such address although there are clients; null when all is well. */
  problem: z.string().nullable(),
})
export type ClientsState = z.infer<typeof ClientsState>

/** The token is shown this once and kept nowhere. */
export const NewClient = z.strictObject({
  name: ServerName,
  token: z.string(),
  url: z.string().nullable(),
  delegation: ClientDelegation.optional(),
})
export type NewClient = z.infer<typeof NewClient>
