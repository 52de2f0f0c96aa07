// The body of an answer over HTTP, with what is much of it read in a thread: it is given to that as
// bytes, and no text is made of them here.
import { isMuch } from './cut-message.ts'
import { UNREAD } from './list-trimmer.ts'
import type { TrimLater } from './trim-list.ts'

export type TrimBodyDeps = {
  /** Of a stream of events: one message a line. */
  readonly streamed: boolean
  readonly trim: TrimLater
  readonly most: number
  readonly awaitsList: boolean
  /** How many values are in the next message that has come to its end. Asked once for each. */
  readonly values: () => number
}

const NEWLINE = new TextEncoder().encode('\n')
const DATA = [...new TextEncoder().encode('data:')]
const SPACE = 0x20

export function trimBody(
  body: ReadableStream<Uint8Array>,
  { streamed, trim, most, awaitsList, values }: TrimBodyDeps,
): ReadableStream<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  const hold = (piece: Uint8Array): void => {
    held.push(piece)
    bytes += piece.length
  }
  type Out = TransformStreamDefaultController<Uint8Array>
  /** A message of a stream of events is one line; else the whole is one. */
  const pass = async (out: Out): Promise<void> => {
    const [pieces, length] = [held, bytes]
    held = []
    bytes = 0
    if (!isMuch(length, values()) && !(awaitsList && length > most)) {
      for (const piece of pieces) if (piece.length > 0) out.enqueue(piece)
      return
    }
    const head = streamed ? headOf(pieces) : 0
    const text = joined(pieces, length, head)
    const left = await trim({ text, most })
    out.enqueue(new TextEncoder().encode(`${head === 0 ? '' : 'data: '}${left ?? UNREAD}`))
  }
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, out) {
        if (!streamed) return hold(chunk)
        let from = 0
        for (;;) {
          const end = chunk.indexOf(NEWLINE[0] ?? 0, from)
          hold(chunk.subarray(from, end === -1 ? chunk.length : end))
          if (end === -1) return
          await pass(out)
          out.enqueue(NEWLINE)
          from = end + 1
        }
      },
      async flush(out) {
        if (bytes > 0) await pass(out)
      },
    }),
  )
}

/** How long `data:` and the space behind it are; zero: the line begins with something else. */
function headOf(pieces: readonly Uint8Array[]): number {
  const first = pieces.flatMap((piece) => [...piece.subarray(0, DATA.length + 1)])
  if (!DATA.every((byte, at) => first[at] === byte)) return 0
  return first[DATA.length] === SPACE ? DATA.length + 1 : DATA.length
}

/** In memory that nobody else has a part of, so that a thread can be given it. */
function joined(
  pieces: readonly Uint8Array[],
  bytes: number,
  skip: number,
): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes - skip)
  let at = -skip
  for (const piece of pieces) {
    const from = Math.max(0, -at)
    if (from < piece.length) whole.set(piece.subarray(from), at + from)
    at += piece.length
  }
  return whole
}
