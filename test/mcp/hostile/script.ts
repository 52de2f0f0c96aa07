// What a hostile server does, as a script: played in memory behind the client (hostile-fixture.ts), and by
// a program behind the whole app (test/fakes/mcp/hostile/scripted.ts).
export type Fields = Readonly<Record<string, unknown>>
export type Heard = {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Fields
}
export type Io = {
  say(message: unknown): void
  raw(text: string): void
  end(code?: number): void
  /** Which start of the program this is, from 1. */
  readonly start: number
}
export type Script = {
  readonly tools?: readonly unknown[] | ((io: Io, asked: number) => readonly unknown[] | null)
  readonly instructions?: string
  /** The result of a call; null: none ever comes. */
  call?(params: Fields, io: Io): Fields | null
  /** Everything it hears; true: it has answered by itself. */
  hears?(message: Heard, io: Io): boolean
  /** As soon as it is started. */
  begins?(io: Io): void
}

export const tool = (name: string, more: Fields = {}): Fields => ({
  name,
  description: `${name}, as its server says.`,
  inputSchema: { type: 'object' },
  ...more,
})
export const text = (words: string): Fields => ({ content: [{ type: 'text', text: words }] })

export const note = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params })
export const answer = (id: unknown, result: unknown) => ({ jsonrpc: '2.0', id, result })
/** Answers calls by itself. */
export const calling =
  (work: (id: Heard['id'], io: Io) => void): NonNullable<Script['hears']> =>
  ({ id, method }, io) => {
    if (method !== 'tools/call') return false
    work(id, io)
    return true
  }

/**
 * Takes what the program hears, in pieces as they come, and answers as the script says; where the
 * script has no answer, like an honest server.
 */
export function play(
  script: Script,
  io: Io,
  onCalled: (name: string) => void,
): (piece: Buffer) => void {
  let asked = 0
  const take = (message: Heard): void => {
    const { id, method, params = {} } = message
    const say = (result: unknown): void => io.say({ jsonrpc: '2.0', id, result })
    if (script.hears?.(message, io) === true || id === undefined || method === undefined) return
    switch (method) {
      case 'initialize':
        return say({
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'forge', version: '1.0.0' },
          ...(script.instructions === undefined ? {} : { instructions: script.instructions }),
        })
      case 'tools/list': {
        asked += 1
        const { tools = [tool('list_issues')] } = script
        const offered = typeof tools === 'function' ? tools(io, asked) : tools
        if (offered !== null) say({ tools: offered })
        return
      }
      case 'tools/call': {
        onCalled(String(params['name']))
        const result = script.call === undefined ? text('done') : script.call(params, io)
        if (result !== null) say(result)
        return
      }
      default:
        io.say({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
    }
  }
  let rest = ''
  return (piece) => {
    const lines = (rest + piece.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(JSON.parse(line) as Heard)
  }
}
