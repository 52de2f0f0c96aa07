// Takes a response body apart: content codings undone, never more than the cap kept, in memory or
// in work.
import { pipeline, type Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type BrotliDecompress,
  type Gunzip,
  type Inflate,
} from 'node:zlib'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { codeOf } from './fault.ts'

/** What `readBody` can undo; goes into the request. */
export const acceptEncoding = 'gzip, deflate, br'

/**
 * Compressed input that yields nothing (empty gzip members, metadata blocks) is read this far past
 * the cap.
 */
const SLACK = 64 * 1024

export type Body = { readonly bytes: Uint8Array; readonly truncated: boolean }

/**
 * Reads up to `maxBytes` of the decoded body and then stops the sender. Fails with `net.protocol`
 * on a coding that is unknown, doubled or broken. A fault of the connection rejects, as the stream
 * has it.
 */
export async function readBody(
  stream: Readable,
  coding: string,
  maxBytes: number,
): Promise<Result<Body, Failure>> {
  const decoder = decoderFor(coding)
  if (decoder === 'unknown') {
    stream.destroy()
    return err(
      failure(
        'net.protocol',
        `The server answered in an encoding that is not understood (${coding.slice(0, 40)}).`,
      ),
    )
  }
  if (decoder === null) return ok(await collect(stream, maxBytes))
  const idle = new IdleInput()
  // Errors reach the reader through the decoder; here they need no second ear.
  pipeline(stream, countUpTo(maxBytes + SLACK, idle), decoder, () => undefined)
  try {
    return ok(await collect(decoder, maxBytes))
  } catch (thrown) {
    if (thrown === idle)
      return err(
        failure('net.too-large', 'The server sent far more compressed data than it holds.'),
      )
    const code = codeOf(thrown)
    if (!code.startsWith('Z_') && !code.startsWith('ERR_')) throw thrown
    return err(failure('net.protocol', `The server's answer could not be unpacked (${code}).`))
  }
}

class IdleInput extends Error {}

const countUpTo = (limit: number, over: IdleInput) =>
  async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let seen = 0
    for await (const chunk of source) {
      seen += chunk.length
      if (seen > limit) throw over
      yield chunk
    }
  }

function decoderFor(coding: string): Gunzip | Inflate | BrotliDecompress | null | 'unknown' {
  switch (coding.trim().toLowerCase()) {
    case '':
    case 'identity':
      return null
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return 'unknown'
  }
}

/** A fast sender has two megabytes ready at once: 5 to 12 ms to take in, or to put together. */
const IN_ONE_TURN = 128 * 1024

async function collect(stream: Readable, maxBytes: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  let length = 0
  let sinceTurn = 0
  let truncated = false
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    truncated = chunk.length > maxBytes - length
    chunks.push(truncated ? chunk.subarray(0, maxBytes - length) : chunk)
    length += chunks.at(-1)?.length ?? 0
    // Leaving the loop destroys the stream, and with it the connection.
    if (truncated) break
    sinceTurn += chunk.length
    if (sinceTurn < IN_ONE_TURN) continue
    sinceTurn = 0
    await setImmediate()
  }
  return { bytes: await together(chunks, length), truncated }
}

/**
 * In turns. Room for the most that may come is not asked for before: to be sure that nothing is in it,
 * the system may have to write zeros to all of it, 9 ms for 20 MB. This room is written to whole.
 */
async function together(chunks: Uint8Array[], length: number): Promise<Uint8Array> {
  const whole = new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
  let at = 0
  let sinceTurn = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
    sinceTurn += chunk.length
    if (sinceTurn < IN_ONE_TURN) continue
    sinceTurn = 0
    await setImmediate()
  }
  return whole
}
