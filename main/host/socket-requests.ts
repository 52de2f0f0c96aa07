// A line of the local socket as a request, and what it asks for.
import type { Asks } from './socket-limits.ts'
import { Request } from './socket-wire.ts'

export function asksOf(request: Request): Asks {
  if ('mcp' in request) return { kind: 'mcp' }
  if ('exec' in request) return { kind: 'exec' }
  if ('subscribe' in request) return { kind: 'subscribe' }
  return 'yield' in request ? { kind: 'yield' } : { kind: 'call', channel: request.channel }
}

export function requestOf(line: string): Request | null {
  try {
    return Request.parse(JSON.parse(line))
  } catch {
    return null
  }
}
