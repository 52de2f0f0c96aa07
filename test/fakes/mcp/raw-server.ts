// The smallest MCP server over standard streams, written without any library so that it can also
// misbehave. It says what it is told to say, byte by byte; nothing is checked.
import { createInterface } from 'node:readline'

export type Message = {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: unknown
  readonly error?: unknown
}

export type Tool = {
  readonly name: string
  readonly description?: string
  readonly inputSchema?: Record<string, unknown>
  readonly outputSchema?: Record<string, unknown>
  readonly annotations?: Record<string, unknown>
}

export type Raw = {
  readonly tools: () => readonly Tool[]
  readonly instructions?: string
  readonly prompts?: readonly unknown[]
  readonly resources?: readonly unknown[]
  readonly name?: string
  readonly version?: string
  /** The `result` of a call; undefined: the handler has answered by itself, or will not. */
  call?(tool: string, args: Record<string, unknown>, message: Message): unknown
  /** Sees every message first; true: it is dealt with. */
  first?(message: Message): boolean
}

export const line = (text: string): boolean => process.stdout.write(`${text}\n`)
export const send = (message: Record<string, unknown>): boolean =>
  line(JSON.stringify({ jsonrpc: '2.0', ...message }))
export const answer = (id: Message['id'], result: unknown): boolean => send({ id, result })
export const words = (text: string): unknown => ({ content: [{ type: 'text', text }] })
export const anything = { type: 'object' }

/** Serves until its input ends. */
export function serve(raw: Raw): void {
  const lines = createInterface({ input: process.stdin })
  lines.on('close', () => process.exit(0))
  lines.on('line', (text) => {
    const message = JSON.parse(text) as Message
    if (raw.first?.(message) === true) return
    const { id, method, params = {} } = message
    if (id === undefined || method === undefined) return
    switch (method) {
      case 'initialize':
        return void answer(id, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true }, prompts: {}, resources: {}, logging: {} },
          serverInfo: { name: raw.name ?? 'raw', version: raw.version ?? '1.0.0' },
          ...(raw.instructions === undefined ? {} : { instructions: raw.instructions }),
        })
      case 'tools/list':
        return void answer(id, {
          tools: raw.tools().map((tool) => ({ inputSchema: anything, ...tool })),
        })
      case 'prompts/list':
        return void answer(id, { prompts: raw.prompts ?? [] })
      case 'resources/list':
        return void answer(id, { resources: raw.resources ?? [] })
      case 'resources/templates/list':
        return void answer(id, { resourceTemplates: [] })
      case 'ping':
        return void answer(id, {})
      case 'tools/call': {
        const result = raw.call?.(
          String(params['name']),
          (params['arguments'] ?? {}) as Record<string, unknown>,
          message,
        )
        if (result !== undefined) answer(id, result)
        return
      }
      default:
        return void send({ id, error: { code: -32_601, message: `Method not found: ${method}` } })
    }
  })
}
