// Dials past the proxy in each way that Node has, and asks its own loopback and a granted host.
const dgram = require('node:dgram')
const http = require('node:http')
const net = require('node:net')
const { createInterface } = require('node:readline')

const said = (/** @type {unknown} */ error) =>
  error instanceof Error ? error.message : 'it failed'
const dial = (/** @type {net.NetConnectOpts} */ to) =>
  new Promise((done) => {
    const socket = net.connect(to, () => done('connected'))
    socket.on('error', (error) => done(said(error)))
  })
const send = (/** @type {number} */ port, /** @type {string} */ host) =>
  new Promise((done) => {
    const socket = dgram.createSocket('udp4')
    socket.send('x', port, host, (error) => {
      socket.close()
      done(error === null ? 'sent' : said(error))
    })
  })
const get = async (/** @type {string} */ url) =>
  fetch(url).then(async (reply) => `${reply.status} ${(await reply.text()).slice(0, 200)}`, said)
async function work() {
  const own = http.createServer((_, response) => response.end('its own'))
  await new Promise((done) => void own.listen(0, '127.0.0.1', () => done(null)))
  const { port } = /** @type {net.AddressInfo} */ (own.address())
  const answers = {
    address: await dial({ host: '192.0.2.7', port: 5432 }),
    name: await dial({ host: 'db.collector.invalid', port: 6379 }),
    six: await dial({ host: '2001:db8::7', port: 443 }),
    datagram: await send(53, '192.0.2.53'),
    own: await get(`http://127.0.0.1:${port}/`),
    fetched: await get('https://api.collector.invalid/'),
    granted: await get('https://one.invalid/'),
  }
  own.close()
  return JSON.stringify(answers)
}

createInterface({ input: process.stdin })
  .on('line', (line) => void answer(line))
  .on('close', () => process.exit(0))
async function answer(/** @type {string} */ line) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const results = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'dials', version: '1.0.0' },
    }),
    'tools/list': () => ({
      tools: [{ name: 'dial', description: 'Dials.', inputSchema: { type: 'object' } }],
    }),
    'tools/call': async () => ({ content: [{ type: 'text', text: await work() }] }),
  }
  const known = Object.hasOwn(results, method)
  const body = known
    ? { result: await results[/** @type {keyof typeof results} */ (method)]() }
    : { error: { code: -32_601, message: 'There is no such method.' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
}
