// Reads what is much in a thread of its own, one message after the other and in their order: long
// lists that are awaited, and whatever holds more than is read at once. All else goes through as it
// came.
import { letGo } from '../../../../contract/let-go.ts'
import { isMuch } from './cut-message.ts'
import type { TrimLater } from './trim-list.ts'

/** Whether a message asks for a list. */
export const asksForList = (method: unknown): boolean =>
  typeof method === 'string' && /^(?:tools|prompts|resources(?:\/templates)?)\/list$/.test(method)

export type ListTrimmer = {
  /** `take` gets the line, or what is left of it, at once or later, but never before an earlier one. */
  line(text: string | Uint8Array<ArrayBuffer>, values: number, take: (text: string) => void): void
}

/** @param most characters of one definition: what is not longer altogether is left alone. */
export function openListTrimmer(
  trim: TrimLater | undefined,
  most: number,
  awaited: () => boolean,
): ListTrimmer {
  let last: Promise<void> | null = null
  return {
    line(given, values, take) {
      const text = trim === undefined && typeof given !== 'string' ? decoded(given) : given
      const long =
        trim !== undefined && (isMuch(text.length, values) || (text.length > most && awaited()))
      if (!long && last === null && typeof text === 'string') return take(text)
      const next = (last ?? Promise.resolve()).then(async () => {
        const left = long ? await trim({ text, most }) : null
        take(left ?? (typeof text === 'string' ? text : UNREAD))
      })
      last = next
      letGo(
        next.finally(() => {
          if (last === next) last = null
        }),
      )
    },
  }
}

const decoded = (bytes: Uint8Array<ArrayBuffer>): string => new TextDecoder().decode(bytes)
/** In place of what no thread could read in time: no message, and not the library's to look at. */
const UNREAD = 'null'

const DATA = /^data: ?/

export type TrimBodyDeps = {
  /** Of a stream of events: one message a line. */
  readonly streamed: boolean
  readonly trim: TrimLater
  readonly most: number
  readonly awaitsList: boolean
  /** How many values are in the next message that has come to its end. Asked once for each. */
  readonly values: () => number
}

/** The body of an answer, with what is much of it read in a thread of its own. */
export function trimBody(
  body: ReadableStream<Uint8Array>,
  { streamed, trim, most, awaitsList, values }: TrimBodyDeps,
): ReadableStream<Uint8Array> {
  const short = async (text: string): Promise<string> => {
    if (!isMuch(text.length, values()) && !(awaitsList && text.length > most)) return text
    const head = streamed ? (DATA.exec(text)?.[0] ?? '') : ''
    const left = await trim({ text: text.slice(head.length), most })
    return left === null ? text : head + left
  }
  // A message of a stream of events is one line; else the whole is one.
  let held: string[] = []
  const lines = new TransformStream<string, string>({
    async transform(piece, controller) {
      const [first = '', ...rest] = streamed ? piece.split('\n') : [piece]
      held.push(first)
      for (const next of rest) {
        controller.enqueue(`${await short(held.join(''))}\n`)
        held = [next]
      }
    },
    async flush(controller) {
      if (held.length > 0) controller.enqueue(await short(held.join('')))
    },
  })
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(lines)
    .pipeThrough(new TextEncoderStream() as ReadableWritablePair<Uint8Array, string>)
}

/** Of a request as it goes out over HTTP. */
export const bodyAsksForList = (body: unknown): boolean =>
  typeof body === 'string' &&
  body.length < 10_000 &&
  /"method":"(?:tools|prompts|resources(?:\/templates)?)\/list"/.test(body)
