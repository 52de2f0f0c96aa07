// A line of the local socket as a request, and what it asks for.
import { z } from 'zod'
import { readJson } from '../../contract/read-json.ts'
import { ServerName } from '../../contract/server/server.ts'
import type { Asks } from './socket-limits.ts'

export const Request = z.union([
  z.strictObject({ id: z.int().min(0), channel: z.string().max(100), input: z.unknown() }),
  /** From now on events come too, as lines without an id. */
  z.strictObject({ id: z.int().min(0), subscribe: z.literal(true) }),
  /**
   * After the answer every line is a message of the Model Context Protocol, both ways, for the
   * client of this name. `pid`: the bridge.
   */
  z.strictObject({
    id: z.int().min(0),
    mcp: z.strictObject({ client: ServerName, pid: z.int().positive().optional() }),
  }),
  /** After the answer come lines of `ExecSaid`. The end of the connection stops the call. */
  z.strictObject({
    id: z.int().min(0),
    exec: z.strictObject({
      token: z.string().min(1).max(200),
      cwd: z.string().min(1).max(4_096),
      pid: z.int().positive(),
    }),
  }),
  /** Asks an app that runs for clients only to make room for one with a window. */
  z.strictObject({ id: z.int().min(0), yield: z.literal(true) }),
])
export type Request = z.infer<typeof Request>

export function asksOf(request: Request): Asks {
  if ('mcp' in request) return { kind: 'mcp' }
  if ('exec' in request) return { kind: 'exec' }
  if ('subscribe' in request) return { kind: 'subscribe' }
  return 'yield' in request ? { kind: 'yield' } : { kind: 'call', channel: request.channel }
}

export const requestOf = (line: string): Request | null => readJson(line, Request)
