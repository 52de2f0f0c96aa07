// An MCP client straight at the local socket: what the bridge sends, without a process for each
// client.
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type Answer = {
  readonly result?: {
    readonly isError?: boolean
    readonly content: readonly { readonly text?: string }[]
  }
  readonly error?: { readonly code: number; readonly message: string }
}

export type AgentSocket = {
  readonly socket: Socket
  /** Rejects when the connection ends first. */
  request(method: string, params: object): Promise<Answer>
  call(tool: string, args: object): Promise<Answer>
  close(): void
}

/** Connected and introduced. Rejects with what Gatehouse says against it. */
export async function openAgent(socketFile: string, client: string): Promise<AgentSocket> {
  const socket = createConnection(socketFile)
  const waiting = new Map<number, { done(answer: Answer): void; fail(cause: Error): void }>()
  let next = 1
  let hello: ((line: string) => void) | null = null
  let lost: Error | null = null
  const end = (cause: Error): void => {
    lost ??= cause
    for (const { fail } of waiting.values()) fail(lost)
    waiting.clear()
  }
  socket.on('error', end).on('close', () => end(new Error('The connection ended.')))
  createInterface({ input: socket })
    .on('error', () => {})
    .on('line', (line) => {
      if (hello !== null) return hello(line)
      const answer = JSON.parse(line) as Answer & { id?: number }
      if (answer.id === undefined) return
      waiting.get(answer.id)?.done(answer)
      waiting.delete(answer.id)
    })
  const request = (method: string, params: object): Promise<Answer> =>
    new Promise((done, fail) => {
      if (lost !== null) return fail(lost)
      const id = next++
      waiting.set(id, { done, fail })
      socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  await new Promise<void>((done, fail) => {
    socket
      .once('error', fail)
      .once('close', () => fail(new Error('Closed before the first answer.')))
    hello = (line) => {
      hello = null
      const { result } = JSON.parse(line) as { result: { ok: boolean; error?: { text: string } } }
      if (result.ok) done()
      else fail(new Error(result.error?.text))
    }
    socket.write(`${JSON.stringify({ id: 0, mcp: { client } })}\n`)
  })
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: client, version: '1' },
  })
  socket.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    socket,
    request,
    call: (tool, args) => request('tools/call', { name: tool, arguments: args }),
    close: () => socket.destroy(),
  }
}

export const textOf = ({ result }: Answer): string =>
  (result?.content ?? []).map(({ text = '' }) => text).join('')
