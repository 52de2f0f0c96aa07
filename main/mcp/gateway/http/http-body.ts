// Reads the body of a request, up to a size.
import type { IncomingMessage } from 'node:http'

export const longestBody = 16 * 1024 * 1024

/** Null: it is longer than that. Undefined: the client went away in the middle. */
export function readBody(request: IncomingMessage): Promise<string | null | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return Promise.resolve(null)
  return new Promise((done) => {
    // As it comes: to make a text of sixteen million bytes at once would keep everybody waiting.
    const decoder = new TextDecoder()
    const parts: string[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > longestBody) {
        request.removeAllListeners('data').pause()
        return done(null)
      }
      parts.push(decoder.decode(chunk, { stream: true }))
    })
    request.on('end', () => done(parts.join('') + decoder.decode()))
    request.on('error', () => done(undefined))
    request.on('close', () => done(undefined))
  })
}
