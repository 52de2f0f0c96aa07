// A small agent: it starts the bridge of the gateway as its server, and the hook before each of its
// own tools, as the real ones do. One request per line on standard input: {id, hook, input}, {id, call,
// args}, {id, reconnect} or {id, below: one of these}; one answer per line.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Writable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const [bridge = '', name = '', session = '', cwd = ''] = process.argv.slice(2)
const hookFile = bridge.endsWith('.ts')
  ? join(dirname(bridge), '..', 'hook', 'main.ts')
  : join(dirname(bridge), 'hook.js')
const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  ),
)

function connect() {
  const client = new Client({ name: 'claude-code', version: '1.0.0' })
  const connected = client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bridge, 'mcp', '--client', name],
      env,
      stderr: 'inherit',
    }),
  )
  return { client, connected }
}
let server = connect()

type Asked = {
  readonly id: number
  readonly hook?: string
  readonly input?: object
  readonly call?: string
  readonly args?: Record<string, unknown>
  /** Its server is started again, as after a fault. */
  readonly reconnect?: boolean
  /** For an agent below this one, which is started where it is not there yet. */
  readonly below?: Omit<Asked, 'id'>
}

function hook(tool: string, input: object): Promise<object> {
  // As each of them says it before a tool; a tool of Cursor's servers comes with the arguments as text.
  const event =
    name === 'cursor'
      ? {
          conversation_id: session,
          workspace_roots: [cwd],
          hook_event_name: 'beforeMCPExecution',
          command: 'tracker',
          tool_name: tool,
          tool_input: JSON.stringify(input),
        }
      : {
          session_id: session,
          cwd,
          hook_event_name: name === 'gemini-cli' ? 'BeforeTool' : 'PreToolUse',
          tool_name: tool,
          tool_input: input,
        }
  // By a shell, as agents do.
  const child = spawn('/bin/sh', ['-c', `'${process.execPath}' '${hookFile}' ${name} || exit 2`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  child.stdin.end(JSON.stringify(event))
  return new Promise((done) => {
    child.on('close', () => {
      const answer =
        said === ''
          ? null
          : (JSON.parse(said) as { hookSpecificOutput?: { permissionDecision?: string } })
      done({ effect: answer?.hookSpecificOutput?.permissionDecision ?? 'deny' })
    })
  })
}

async function call(tool: string, args: Record<string, unknown>): Promise<object> {
  await server.connected
  const { content } = (await server.client.callTool({ name: tool, arguments: args }, undefined, {
    timeout: 100_000,
  })) as {
    content: { text?: string }[]
  }
  return { text: content[0]?.text ?? '' }
}

/** Another agent, started by this one. */
let child: Interface | null = null
let toChild: Writable | null = null
function below(asked: object): Promise<object> {
  if (toChild === null) {
    const started = spawn(
      process.execPath,
      [process.argv[1] ?? '', bridge, 'codex', `${session}-below`, cwd],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    )
    child = createInterface({ input: started.stdout })
    toChild = started.stdin
  }
  const running = child
  if (running === null) return Promise.reject(new Error('It was not started.'))
  const said = new Promise<object>((done) =>
    running.once('line', (line) => done(JSON.parse(line) as object)),
  )
  toChild.write(`${JSON.stringify({ id: 0, ...asked })}\n`)
  return said
}

async function reconnect(): Promise<object> {
  await server.connected
  // The next one is there before the last one is gone, as agents do it.
  const last = server.client
  server = connect()
  await server.connected
  await last.close()
  return {}
}

function act(asked: Asked): Promise<object> {
  if (asked.below !== undefined) return below(asked.below)
  if (asked.reconnect === true) return reconnect()
  return asked.hook === undefined
    ? call(asked.call ?? '', asked.args ?? {})
    : hook(asked.hook, asked.input ?? {})
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const asked = JSON.parse(line) as Asked
  void act(asked).then(
    (said) => process.stdout.write(`${JSON.stringify({ ...said, id: asked.id })}\n`),
    (cause: unknown) =>
      process.stdout.write(`${JSON.stringify({ id: asked.id, text: String(cause) })}\n`),
  )
})
lines.on('close', () => {
  toChild?.end()
  void server.client.close().finally(() => process.exit(0))
})
