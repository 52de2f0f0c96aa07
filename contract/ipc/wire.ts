// How a screen and its host find each other: names and message shapes of the two transports,
// Electron's IPC and the browser's WebSocket. No zod here, so that the preload bundle stays small;
// who reads a message from a socket parses it.
import type { Failure } from '../failure.ts'
import type { Result } from '../result.ts'

/**
 * Electron: the one IPC channel for calls (`invoke(name, channel, input)`), and the one for events.
 */
export const CALL = 'gatehouse:call'
export const EVENT = 'gatehouse:event'

/** What the page finds as `window.gatehouse` in Electron, and in no other host. Never rejects. */
export type ExposedBridge = {
  call(channel: string, input: unknown): Promise<Result<unknown, Failure>>
  /**
   * Every event from now on, some at a time: a text as `SocketMessage` has it. Returns the way to
   * stop.
   */
  subscribe(listener: (message: unknown) => void): () => void
}

/**
 * Browser: where the WebSocket is, relative to the page, whose own path is a secret that only its
 * address knows. Every message is one JSON text of the shapes below.
 */
export const SOCKET = 'ws'

/**
 * `id` is any whole number the page chooses; the answer carries it back. Answers may come in any
 * order.
 */
export type SocketCall = { readonly id: number; readonly channel: string; readonly input: unknown }

/** `id` is null where the message could not be read at all. */
export type SocketAnswer = { readonly id: number | null; readonly result: Result<unknown, Failure> }
