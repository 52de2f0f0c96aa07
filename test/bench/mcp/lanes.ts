// The smallest clients there are, so that what is measured is the other side: lines over pipes, and
// JSON over kept-alive HTTP.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export type Lane = {
  ask(
    method: string,
    params: object,
  ): Promise<{ readonly result?: unknown; readonly error?: unknown }>
  /** Resident memory of the process that is measured, in bytes; null where there is none. */
  memory(): number | null
  close(): Promise<void>
}

type Answer = { readonly id?: number; readonly result?: unknown; readonly error?: unknown }
const hello = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
}

export const memoryOf = (pid: number | undefined): number | null => {
  try {
    return (
      Number(
        /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN,
      ) * 1024
    )
  } catch {
    return null
  }
}

export const gone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    child.on('exit', () => done())
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 3_000).unref()
  })

export async function stdioLane(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  pid?: () => number | null,
): Promise<Lane> {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting = new Map<number, (answer: Answer) => void>()
  let next = 1
  let parts: string[] = []
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const lines = piece.split('\n')
    for (const [at, line] of lines.entries()) {
      parts.push(line)
      if (at === lines.length - 1) break
      const answer = JSON.parse(parts.join('')) as Answer
      parts = []
      if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    }
  })
  const ask: Lane['ask'] = (method, params) =>
    new Promise((done) => {
      const id = next++
      waiting.set(id, (answer) => {
        waiting.delete(id)
        done(answer)
      })
      child.stdin.write(
        `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${JSON.stringify(params)}}\n`,
      )
    })
  await ask('initialize', hello)
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
  return {
    ask,
    memory: () => memoryOf(pid === undefined ? child.pid : (pid() ?? undefined)),
    close: () => gone(child),
  }
}

/** Asks until the server is there. */
export async function httpLane(
  url: string,
  headers: Readonly<Record<string, string>>,
  pid: () => number | undefined,
  close: () => Promise<void>,
): Promise<Lane> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let session: Record<string, string> = {}
  let next = 1
  const post = (
    body: string,
  ): Promise<{ status: number; session: string | undefined; text: string }> =>
    new Promise((done, fail) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'content-length': Buffer.byteLength(body),
            ...headers,
            ...session,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            done({
              status: response.statusCode ?? 0,
              session: response.headers['mcp-session-id'] as string | undefined,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      sent.on('error', fail)
      sent.end(body)
    })
  const ask: Lane['ask'] = async (method, params) => {
    const { status, text } = await post(
      JSON.stringify({ jsonrpc: '2.0', id: next++, method, params }),
    )
    if (status !== 200) throw new Error(`${url} answers ${status}: ${text.slice(0, 200)}`)
    return answerIn(text)
  }
  for (const until = Date.now() + 20_000; ;) {
    try {
      const first = await post(
        JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }),
      )
      if (first.status !== 200)
        throw new Error(`${url} answers ${first.status}: ${first.text.slice(0, 200)}`)
      session = first.session === undefined ? {} : { 'mcp-session-id': first.session }
      break
    } catch (cause) {
      if (Date.now() > until) throw cause
      await new Promise((done) => setTimeout(done, 10))
    }
  }
  await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')
  return {
    ask,
    memory: () => memoryOf(pid()),
    async close() {
      agent.destroy()
      await close()
    },
  }
}

/** JSON, or the last event of a stream. */
function answerIn(text: string): Answer {
  if (text.startsWith('{')) return JSON.parse(text) as Answer
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'))
  return JSON.parse(data?.slice('data: '.length) ?? '{}') as Answer
}
