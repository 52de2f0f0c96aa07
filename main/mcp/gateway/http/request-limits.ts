// How many requests of one client are under way over HTTP, and how many bytes their bodies have
// together: each request has a connection of its own there, so no connection can keep count.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { longestBody } from './http-body.ts'

const mostRequests = 192
const mostBytes = 2 * longestBody
/** What a body counts that does not say how long it is. */
const undeclaredBytes = 1024 * 1024

export type RequestLimits = {
  /** False: this one is too many. Counted until its response is closed. */
  start(client: string, request: IncomingMessage, response: ServerResponse): boolean
}

export function openRequestLimits(): RequestLimits {
  const clients = new Map<string, { requests: number; bytes: number }>()
  return {
    start(client, request, response) {
      const now = clients.get(client) ?? { requests: 0, bytes: 0 }
      const length = request.headers['content-length']
      const bytes = Math.min(
        length === undefined ? undeclaredBytes : Number(length) || 0,
        longestBody,
      )
      if (now.requests >= mostRequests || (now.requests > 0 && now.bytes + bytes > mostBytes))
        return false
      clients.set(client, now)
      now.requests += 1
      now.bytes += bytes
      response.once('close', () => {
        now.requests -= 1
        now.bytes -= bytes
        if (now.requests === 0) clients.delete(client)
      })
      return true
    },
  }
}
