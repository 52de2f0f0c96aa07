// Reads the body of a request, up to a size.
import type { IncomingMessage } from 'node:http'

/** Null: it is longer than that. Undefined: its sender went away in the middle. */
export function readBody(
  request: IncomingMessage,
  mostBytes: number,
): Promise<Buffer | null | undefined> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) {
        request.removeAllListeners('data').pause()
        return done(null)
      }
      chunks.push(chunk)
    })
    request.on('end', () => done(Buffer.concat(chunks)))
    request.on('error', () => done(undefined))
    request.on('close', () => done(undefined))
  })
}

/** Null: it is no UTF-8. */
export function textIn(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null
  }
}
