// Reads lists that are awaited and long in a thread of their own, one after the other and in their
// order; all else goes through as it came.
import { letGo } from '../../../../contract/let-go.ts'
import type { TrimLater } from './trim-list.ts'

/** Whether a message asks for a list. */
export const asksForList = (method: unknown): boolean =>
  typeof method === 'string' && /^(?:tools|prompts|resources(?:\/templates)?)\/list$/.test(method)

export type ListTrimmer = {
  /** `take` gets the line, or what is left of it, at once or later, but never before an earlier one. */
  line(text: string, take: (text: string) => void): void
}

/** @param most characters of one definition: what is not longer altogether is left alone. */
export function openListTrimmer(
  trim: TrimLater | undefined,
  most: number,
  awaited: () => boolean,
): ListTrimmer {
  let last: Promise<void> | null = null
  return {
    line(text, take) {
      const long = trim !== undefined && text.length > most && awaited()
      if (!long && last === null) return take(text)
      const next = (last ?? Promise.resolve()).then(async () =>
        take((long ? await trim({ text, most }) : null) ?? text),
      )
      last = next
      letGo(
        next.finally(() => {
          if (last === next) last = null
        }),
      )
    },
  }
}

const DATA = /^data: ?/

/** Of the answer to a request for a list: its body, with long messages read in a thread of their own. */
export function trimBody(
  body: ReadableStream<Uint8Array>,
  streamed: boolean,
  trim: TrimLater,
  most: number,
): ReadableStream<Uint8Array> {
  const short = async (text: string): Promise<string> => {
    if (text.length <= most) return text
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
