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
export const UNREAD = 'null'

/** Of a request as it goes out over HTTP. */
export const bodyAsksForList = (body: unknown): boolean =>
  typeof body === 'string' &&
  body.length < 10_000 &&
  /"method":"(?:tools|prompts|resources(?:\/templates)?)\/list"/.test(body)
