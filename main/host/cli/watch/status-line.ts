// The line that says what just happened, until the next key takes it away.
import { letGo } from '../../../../contract/let-go.ts'
import { INERT_MS } from './answering.ts'

export type StatusLine = {
  text(): string
  say(text: string): void
  /** How a call ended while the person looked: the next key may have been on its way to that call. */
  sayEnded(text: string): void
  /** A key was pressed. */
  forget(): void
  clear(): void
}

export function openStatusLine(sleep: (milliseconds: number) => Promise<void>): StatusLine {
  let text = ''
  /** Calls of which was said a moment ago how they ended. */
  let unseen = 0
  return {
    text: () => text,
    say(next) {
      text = next
    },
    sayEnded(next) {
      text = next
      unseen += 1
      letGo(sleep(INERT_MS).then(() => void (unseen -= 1)))
    },
    forget() {
      if (unseen === 0) text = ''
    },
    clear() {
      text = ''
    },
  }
}
