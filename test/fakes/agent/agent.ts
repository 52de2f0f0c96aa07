// A small agent: it starts the bridge of the gateway as its server, and the hook before each of its
// own tools, as the real ones do. One request per line on standard input: {id, hook, input} or {id,
// call, args}; one answer per line.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
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

const client = new Client({ name: 'claude-code', version: '1.0.0' })
const connected = client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [bridge, 'mcp', '--client', name],
    env,
    stderr: 'inherit',
  }),
)

type Asked = {
  readonly id: number
  readonly hook?: string
  readonly input?: object
  readonly call?: string
  readonly args?: Record<string, unknown>
}

function hook(tool: string, input: object): Promise<object> {
  const event = {
    session_id: session,
    cwd,
    hook_event_name: 'PreToolUse',
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
  await connected
  const { content } = (await client.callTool({ name: tool, arguments: args }, undefined, {
    timeout: 100_000,
  })) as {
    content: { text?: string }[]
  }
  return { text: content[0]?.text ?? '' }
}

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const asked = JSON.parse(line) as Asked
  const answer =
    asked.hook === undefined
      ? call(asked.call ?? '', asked.args ?? {})
      : hook(asked.hook, asked.input ?? {})
  void answer.then(
    (said) => process.stdout.write(`${JSON.stringify({ id: asked.id, ...said })}\n`),
    (cause: unknown) =>
      process.stdout.write(`${JSON.stringify({ id: asked.id, text: String(cause) })}\n`),
  )
})
lines.on('close', () => void client.close().finally(() => process.exit(0)))
