// Progress as the server reports it. Every report of one that reports as an honest server does;
// of a flood as many as can be told, and the newest.
import type { CallProgress } from '../../../contract/call/powers/server-power.ts'
import { plainText } from './plain-text.ts'

/** So many at once, and so many a second after that. */
const AT_ONCE = 100
const A_SECOND = 20
type Reported = {
  readonly progress: number
  readonly total?: number | undefined
  readonly message?: string | undefined
}

export type Throttled = {
  report(reported: Reported): void
  /** The newest is told where it was not. */
  end(): void
}

export function throttled(now: () => number, notify: (progress: CallProgress) => void): Throttled {
  let left = AT_ONCE
  let since = now()
  let late: Reported | null = null
  const pass = ({ progress, total, message }: Reported): void =>
    notify({ done: progress, total: total ?? null, text: plainText(message ?? '', 200) })
  return {
    report(reported) {
      const at = now()
      left = Math.min(AT_ONCE, left + ((at - since) / 1_000) * A_SECOND)
      since = at
      if (left < 1) {
        late = reported
        return
      }
      left -= 1
      late = null
      pass(reported)
    },
    end() {
      if (late !== null) pass(late)
      late = null
    },
  }
}
