// Reads the body of a request, up to a size.
import type { IncomingMessage } from 'node:http'

export const longestBody = 16 * 1024 * 1024

/** Null: it is longer than that. Undefined: the client went away in the middle. */
export function readBody(request: IncomingMessage): Promise<string | null | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > longestBody) return Promise.resolve(null)
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > longestBody) {
        request.removeAllListeners('data').pause()
        return done(null)
      }
      chunks.push(chunk)
    })
    request.on('end', () =>
      done(
        chunks.length === 1
          ? (chunks[0] ?? Buffer.alloc(0)).toString('utf8')
          : Buffer.concat(chunks).toString('utf8'),
      ),
    )
    request.on('error', () => done(undefined))
    request.on('close', () => done(undefined))
  })
}
