// What travels over the local socket: one JSON object per line, both ways. Shared by its two ends.
import { z } from 'zod'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import { Failure } from '../../contract/failure.ts'
import type { Result } from '../../contract/result.ts'
import { ServerName } from '../../contract/server/server.ts'

/**
 * A line longer than this ends the connection. Characters. Answers carry whole approvals and pages
 * of the journal.
 */
export const longestRequest = 4 * 1024 * 1024
export const longestAnswer = 64 * 1024 * 1024
/** The same for one message of a client of the gateway. */
export const longestMessage = 16 * 1024 * 1024

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

export const Answer = z.union([
  z.strictObject({
    id: z.int().nullable(),
    result: z.discriminatedUnion('ok', [
      z.strictObject({ ok: z.literal(true), value: z.unknown() }),
      z.strictObject({ ok: z.literal(false), error: Failure }),
    ]),
  }),
  z.strictObject({ event: z.looseObject({ kind: z.string() }) }),
])
export type Answer =
  | { readonly id: number | null; readonly result: Result<unknown, Failure> }
  | { readonly event: PanelEvent }

export const toLine = (value: unknown): string => `${JSON.stringify(value)}\n`
