// Clients of the gateway as screens and the command line see them.
import { z } from 'zod'
import { ServerName } from './server.ts'

export const ClientListing = z.strictObject({
  name: ServerName,
  createdAt: z.int(),
  /** When its token was last used; null: not yet. */
  usedAt: z.int().nullable(),
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

export const ClientsState = z.strictObject({
  clients: z.array(ClientListing),
  connected: z.array(ConnectedClient),
  limits: z.array(ClientLimits),
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
})
export type NewClient = z.infer<typeof NewClient>
