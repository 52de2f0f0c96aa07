// What a bridge has to know of what passes through it, so that it can carry on with another app
// when this one ends: how the client introduced itself, which requests wait for an answer, and
// whether a message was cut in the middle.
import { lineCutter } from '../line-cutter.ts'

type Id = string | number

export type FromClient = {
  /** A piece of the client's output, after it was passed on. */
  saw(piece: string): void
  /** Taken from the client, and not passed on whole. */
  rest(): string
  /**
   * The `initialize` that was answered last with a result, and whether its `initialized` followed.
   */
  readonly hello: () => { readonly line: string; readonly ready: boolean } | null
  /** The app has answered it. */
  answered(answer: Answered): void
  /** Requests without an answer. */
  readonly waiting: Set<Id>
}

export function watchClient(): FromClient {
  const waiting = new Set<Id>()
  let hello: { line: string; ready: boolean } | null = null
  /** Not answered yet: a client in a hurry goes on without waiting. */
  const trying = new Map<Id, { line: string; ready: boolean }>()
  const read = (line: string): void => {
    const message = parsed(line)
    if (message === null) return
    const { method, id } = message
    if (method === 'initialize' && isId(id)) trying.set(id, { line, ready: false })
    if (method === 'notifications/initialized') {
      for (const one of trying.values()) one.ready = true
      if (hello !== null) hello.ready = true
    }
    if (method !== undefined && isId(id)) waiting.add(id)
    if (method === 'notifications/cancelled' && message.params?.requestId !== undefined)
      waiting.delete(message.params.requestId)
  }
  // What the app takes, it judges; here nothing is too long.
  const lines = lineCutter(Infinity, read)
  return {
    saw: lines.feed,
    rest: lines.rest,
    hello: () => hello,
    answered({ id, ok }) {
      waiting.delete(id)
      const tried = trying.get(id)
      if (tried === undefined) return
      trying.delete(id)
      // Introduced again with words that were refused, the client would be nobody to the next app.
      if (ok) hello = tried
    },
    waiting,
  }
}

/** Others the gateway does not take for one, so its answer names none. */
const isId = (id: unknown): id is Id =>
  (typeof id === 'string' && id.length <= 256) || (typeof id === 'number' && Number.isFinite(id))

/** An answer of the gateway: for which request, and whether it is a result. */
export type Answered = { readonly id: Id; readonly ok: boolean }

type Message = { method?: string; id?: Id; params?: { requestId?: Id } }

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Message)
      : null
  } catch {
    return null
  }
}

const head =
  /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.){0,1800}"|-?[0-9.eE+-]{1,30}),"(result|error)"/

/**
 * What an answer of the gateway is for: it always writes the id first, so the rest need not be
 * read.
 * @param line its first bytes, each as one character.
 */
export function answeredIn(line: string): Answered | null {
  const [, id, kind] = head.exec(line.slice(0, HEAD)) ?? []
  return id === undefined
    ? null
    : { id: JSON.parse(Buffer.from(id, 'latin1').toString()) as Id, ok: kind === 'result' }
}

/** The longest id, escaped or of many bytes, and what is around it. */
const HEAD = 2_048

/** Calls back with the first characters of each line, however the pieces fall. */
export function lineHeads(saw: (start: string) => void): (piece: string) => void {
  let start = ''
  let within = false
  return (piece) => {
    for (let from = 0; ;) {
      const end = piece.indexOf('\n', from)
      if (!within) {
        start += piece.slice(from, end === -1 ? undefined : end).slice(0, HEAD)
        if (start.length >= HEAD || end !== -1) {
          saw(start)
          start = ''
          within = end === -1
        }
      } else if (end !== -1) within = false
      if (end === -1) return
      from = end + 1
    }
  }
}
