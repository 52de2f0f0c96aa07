// A well-behaved server on the older SDK: calls that take long, report progress, ask for roots and
// sampling, and can be called off.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer(
  { name: 'v1', version: '1.2.3' },
  { capabilities: { logging: {} }, instructions: 'Ask kindly.' },
)
const words = (text: string) => ({ content: [{ type: 'text' as const, text }] })
let calledOff = 0

server.registerTool(
  'echo',
  { description: 'Says it again.', inputSchema: { text: z.string() } },
  ({ text }) => words(text),
)
server.registerTool('big', { description: 'A megabyte.', inputSchema: {} }, () =>
  words('m'.repeat(1024 * 1024)),
)
server.registerTool(
  'called_off',
  { description: 'How often a call was called off.', inputSchema: {} },
  () => words(String(calledOff)),
)
server.registerTool(
  'slow',
  { description: 'Takes its time.', inputSchema: { steps: z.number() } },
  async ({ steps }, { signal, sendNotification, _meta }) => {
    signal.addEventListener('abort', () => (calledOff += 1))
    for (let step = 1; step <= steps && !signal.aborted; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      const progressToken = _meta?.progressToken
      if (progressToken !== undefined) {
        await sendNotification({
          method: 'notifications/progress',
          params: {
            progressToken,
            progress: step,
            total: steps,
            message: `\u001b[1mstep\u001b[0m ${step}`,
          },
        })
      }
    }
    return words('done')
  },
)
server.registerTool('add_tool', { description: 'Offers one more.', inputSchema: {} }, () => {
  server.registerTool('more', { description: 'New.', inputSchema: {} }, () => words('more'))
  return words('added')
})
server.registerTool('roots', { description: 'What it was granted.', inputSchema: {} }, async () =>
  words(JSON.stringify((await server.server.listRoots()).roots)),
)
server.registerTool('ask', { description: 'Asks the person.', inputSchema: {} }, async () => {
  const asked = await server.server.elicitInput({
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { which: { type: 'string' } } },
  })
  return words(JSON.stringify(asked))
})
server.registerTool(
  'sum',
  {
    description: 'Adds.',
    inputSchema: { a: z.number(), b: z.number() },
    outputSchema: { sum: z.number() },
  },
  ({ a, b }) => ({
    content: [],
    structuredContent: { sum: a + b },
  }),
)
server.registerTool('crash', { description: 'Ends.', inputSchema: {} }, () => process.exit(7))
server.registerTool(
  'env',
  { description: 'Its environment.', inputSchema: { name: z.string() } },
  ({ name }) => words(process.env[name] ?? 'not there'),
)
server.registerTool(
  'log',
  { description: 'Says something for the log.', inputSchema: {} },
  async () => {
    await server.sendLoggingMessage({ level: 'warning', data: 'look\u200b out' })
    return words('logged')
  },
)
server.registerTool(
  'reach',
  {
    description: 'Tries a host through the proxy, or past it.',
    inputSchema: { host: z.string(), past: z.boolean().optional() },
  },
  async ({ host, past = false }) => {
    const { connect } = await import('node:net')
    if (past)
      return new Promise((resolve) => {
        const socket = connect(443, host, () => resolve(words('connected')))
        socket.once('error', ({ message }) => resolve(words(message)))
      })
    const proxy = new URL(process.env['HTTPS_PROXY'] ?? 'http://127.0.0.1:1')
    return new Promise((resolve) => {
      const socket = connect(Number(proxy.port), proxy.hostname, () =>
        socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`),
      )
      socket.once('data', (bytes) => resolve(words(String(bytes).split('\r\n')[0] ?? '')))
      socket.once('error', (error) => resolve(words(String(error))))
    })
  },
)
server.registerPrompt(
  'greet',
  { description: 'A greeting.', argsSchema: { name: z.string() } },
  ({ name }) => ({
    messages: [
      { role: 'user', content: { type: 'text', text: `Greet ${name}.` } },
      { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
    ],
  }),
)
server.registerResource(
  'note',
  'note://one',
  { description: 'A note.', mimeType: 'text/plain' },
  () => ({
    contents: [
      { uri: 'note://one', mimeType: 'text/plain', text: 'noted' },
      { uri: 'note://pixel', mimeType: 'image/png', blob: 'iVBORw0KGgo=' },
      { uri: 'note://bytes', blob: 'AAAA' },
    ],
  }),
)

const transport = new StdioServerTransport()
process.stdin.on('end', () => process.exit(0))
await server.connect(transport)
