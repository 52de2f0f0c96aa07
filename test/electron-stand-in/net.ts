// `net` and `autoUpdater`, as far as electron-updater uses them: requests go out by Node, and only
// to this machine.
import { EventEmitter } from 'node:events'
import { type ClientRequest, request, type RequestOptions } from 'node:http'

export const net = {
  request(options: RequestOptions): ClientRequest {
    const host = options.hostname ?? options.host
    if (host !== '127.0.0.1') throw new Error(`stand-in: ${String(host)} is not this machine.`)
    const made = request({ ...options, protocol: 'http:' })
    // Electron tells of a redirect by an event of its own.
    made.on('response', (response) => {
      const { location } = response.headers
      if (location !== undefined) made.emit('redirect', response.statusCode, 'GET', location)
    })
    return made
  },
}

export const autoUpdater = new EventEmitter()
