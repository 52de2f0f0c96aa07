// Passes one WebSocket on to the browser host, byte for byte; only the request that opens it is
// written again.
import { connect } from 'node:net'

/**
 * @param {{
 *   request: import('node:http').IncomingMessage, socket: import('node:stream').Duplex, head: Buffer,
 *   origin: string, entrance: Promise<import('./dev-host.mjs').Entrance>
 * }} upgrade `origin`: of the page; any other page is refused, as the host would
 */
export async function passOn({ request, socket, head, origin, entrance }) {
  socket.on('error', () => socket.destroy())
  if (request.headers.origin !== origin) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  const { port, base, cookie } = await entrance
  const own = `127.0.0.1:${port}`
  const headers = { ...request.headers, host: own, origin: `http://${own}`, cookie }
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value)}`],
  )
  const upstream = connect(port, '127.0.0.1', () => {
    upstream.write(`GET ${base}ws HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket)
    socket.pipe(upstream)
  })
  upstream.on('error', () => socket.destroy())
  socket.on('close', () => upstream.destroy())
}
