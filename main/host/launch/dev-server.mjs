// Serves the window from its sources and passes its one WebSocket on to the browser host. Arguments
// go to that host.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDevHost } from './dev-host.mjs'
import { passOn } from './dev-socket.mjs'
import { say } from './say.mjs'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const PORT = 4750
/** What Vite's own sockets say that they speak: it answers these itself. */
const VITE_PROTOCOLS = new Set(['vite-hmr', 'vite-ping'])

// As in the browser host: nobody who does not know this path gets in (main/host/browser/base.ts).
const base = `/dev-${randomBytes(16).toString('base64url')}/`
/** Vite would lead anyone who asks for anything else to the path that nobody is to know. @type {import('vite').Plugin} */
const secretBase = {
  name: 'secret-base',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      if (request.originalUrl?.startsWith(base)) return next()
      response.writeHead(404).end()
    })
  },
}
const host = openDevHost(root, process.argv.slice(2))
// The host takes longest, so it starts before Vite is so much as read.
const { createServer } = await import('vite')
const vite = await createServer({
  configFile: join(root, 'renderer', 'vite.config.ts'),
  base,
  plugins: [secretBase],
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: PORT },
})
await vite.listen()
const address = vite.httpServer?.address()
if (address === null || address === undefined || typeof address === 'string')
  throw new Error('dev-server: no port')
const origin = `http://127.0.0.1:${address.port}`
vite.httpServer?.on('upgrade', (request, socket, head) => {
  if (request.url === `${base}ws`)
    void passOn({ request, socket, head, origin, entrance: host.entrance() })
  // Nobody would answer any other, and a browser opens no second socket while one hangs: the page
  // could not come back to a host that was started again.
  else if (!VITE_PROTOCOLS.has(request.headers['sec-websocket-protocol'] ?? ''))
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
})
await host.entrance()
say(`Gatehouse for development is at ${origin}${base}. It reloads by itself; Ctrl+C ends it.`)

let ending = false
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (ending) process.exit(1)
    ending = true
    void Promise.all([host.dispose(), vite.close()]).then(() => process.exit(0))
  })
}
