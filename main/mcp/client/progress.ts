// Progress, at most a few times a second however often the server reports it.
import type { CallOptions } from '../connection.ts'
import { plainText } from './plain-text.ts'

const EVERY_MS = 250
type Reported = {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

export function throttled(
  now: () => number,
  notify: NonNullable<CallOptions['onProgress']>,
): (reported: Reported) => void {
  let last = Number.NEGATIVE_INFINITY
  return ({ progress, total, message }) => {
    const at = now()
    if (at - last < EVERY_MS) return
    last = at
    notify({ done: progress, total: total ?? null, text: plainText(message ?? '', 200) })
  }
}
