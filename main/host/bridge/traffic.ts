// What a bridge has to know of what passes through it, so that it can carry on with another app when this one ends: how
// the client introduced itself, which requests wait for an answer, and whether a message was cut in the middle.

type Id = string | number

export type FromClient = {
  /** A piece of the client's output, after it was passed on. */
  saw(piece: string): void
  /** Taken from the client, and not passed on whole. */
  rest(): string
  /** `initialize`, and whether its `initialized` followed. */
  readonly hello: () => { readonly line: string; readonly ready: boolean } | null
  /** Requests without an answer. */
  readonly waiting: Set<Id>
}

export function watchClient(): FromClient {
  const waiting = new Set<Id>()
  let rest = ''
  let hello: { line: string; ready: boolean } | null = null
  const read = (line: string): void => {
    const message = parsed(line)
    if (message === null) return
    const { method, id } = message
    if (method === 'initialize') hello = { line, ready: false }
    if (method === 'notifications/initialized' && hello !== null) hello.ready = true
    if (method !== undefined && id !== undefined) waiting.add(id)
    if (method === 'notifications/cancelled' && message.params?.requestId !== undefined) waiting.delete(message.params.requestId)
  }
  return {
    saw(piece) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') read(line)
    },
    rest: () => rest,
    hello: () => hello,
    waiting,
  }
}

type Message = { method?: string; id?: Id; params?: { requestId?: Id } }

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Message) : null
  } catch {
    return null
  }
}

const head = /^\{"jsonrpc":"2\.0","id":("(?:[^"\\]|\\.){0,300}"|-?[0-9.eE+]{1,30}),"(?:result|error)"/

/** The id that an answer of the gateway is for: it always writes it first, so the rest need not be read. */
export function answeredId(line: string): Id | null {
  const found = head.exec(line.slice(0, 400))?.[1]
  return found === undefined ? null : (JSON.parse(found) as Id)
}

/** Calls back with the first characters of each line, however the pieces fall. */
export function lineHeads(saw: (start: string) => void): (piece: string) => void {
  let start = ''
  let within = false
  return (piece) => {
    for (let from = 0; ;) {
      const end = piece.indexOf('\n', from)
      if (!within) {
        start += piece.slice(from, end === -1 ? undefined : end).slice(0, 400)
        if (start.length >= 400 || end !== -1) {
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
