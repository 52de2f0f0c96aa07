// Does what its tools are for with nothing but Node: reads, writes, asks a host, opens a socket in its
// own folder. What it may not it says in the words of the system, as programs do.
const fs = require('node:fs')
const net = require('node:net')
const { createInterface } = require('node:readline')

const listen = () =>
  new Promise((done, fail) => {
    const server = net.createServer()
    server.on('error', fail)
    server.listen('/tmp/needy.sock', () => server.close(() => done('listening')))
  })
const dial = (/** @type {number} */ port, /** @type {string} */ host) =>
  new Promise((done, fail) => {
    const socket = net.connect(port, host, () => done('connected'))
    socket.on('error', fail)
  })
/** @type {Readonly<Record<string, (args: Readonly<Record<string, string>>) => unknown>>} */
const tools = {
  read_note: ({ path = '' }) => fs.readFileSync(path, 'utf8'),
  write_note: ({ path = '' }) => {
    fs.writeFileSync(path, 'written')
    return 'written'
  },
  open_socket: listen,
  ask_database: ({ host = '' }) => dial(5432, host),
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  .on('close', () => process.exit(0))
async function answer(/** @type {string} */ line) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const say = (/** @type {object} */ body) =>
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
  if (method === 'initialize')
    return say({
      result: {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'needy', version: '1.0.0' },
      },
    })
  if (method === 'tools/list')
    return say({
      result: {
        tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })),
      },
    })
  if (method !== 'tools/call') return say({ error: { code: -32_601, message: 'No such method.' } })
  try {
    const text = String(await tools[params.name]?.(params.arguments ?? {}))
    say({ result: { content: [{ type: 'text', text }] } })
  } catch (error) {
    const text = error instanceof Error ? error.message : 'it failed'
    say({ result: { content: [{ type: 'text', text }], isError: true } })
  }
}
