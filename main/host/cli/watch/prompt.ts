// The one prompt at the foot of the screen, and what is typed there.
import type { Key } from './keys.ts'
import { visible } from '../output/show.ts'

export type Questions = {
  /** As it is on the screen now; null where nothing is asked. */
  text(): string | null
  line(question: string, signal: AbortSignal): Promise<string | null>
  hidden(question: string, signal: AbortSignal): Promise<string | null>
  key(question: string, signal: AbortSignal): Promise<string | null>
  /** True where the key belonged to the question. */
  take(key: Key): boolean
}

type Open = {
  readonly kind: 'line' | 'hidden' | 'key'
  readonly question: string
  typed: string
  /** False for a moment: what was typed before the question could be seen is no answer to it. */
  listens: boolean
  end(answer: string | null): void
}

const LONGEST = 4_000
const DEAF_MS = 150
const OVER = 'That question is over. Keys are ignored until you press Enter or Esc.'

export function openQuestions(
  changed: () => void,
  sleep: (milliseconds: number) => Promise<void>,
): Questions {
  let open: Open | null = null
  /**
   * A question went away while a line was typed to it. The rest of that line, a passphrase perhaps, is
   * neither a key nor the answer to the next question.
   */
  let over = false

  const put = async (
    kind: Open['kind'],
    question: string,
    signal: AbortSignal,
  ): Promise<string | null> => {
    if (signal.aborted) return null
    const { promise, resolve } = Promise.withResolvers<string | null>()
    const end = (answer: string | null): void => {
      mine.listens = false
      resolve(answer)
    }
    const mine: Open = { kind, question, typed: '', listens: false, end }
    open = mine
    const abort = (): void => {
      if (kind !== 'key' && mine.listens) over = true
      end(null)
    }
    signal.addEventListener('abort', abort, { once: true })
    await sleep(DEAF_MS)
    if (!signal.aborted) mine.listens = true
    changed()
    const answer = await promise
    signal.removeEventListener('abort', abort)
    if (open === mine) open = null
    changed()
    return answer
  }
  return {
    text: () => {
      if (over) return OVER
      if (open === null || !open.listens) return null
      return open.question + (open.kind === 'line' ? `${visible(open.typed)}_` : '')
    },
    line: (question, signal) => put('line', question, signal),
    hidden: (question, signal) => put('hidden', question, signal),
    key: (question, signal) => put('key', question, signal),
    take(key) {
      if (over) {
        over = !(key.kind === 'named' && (key.name === 'enter' || key.name === 'escape'))
        changed()
        return true
      }
      if (open === null) return false
      if (!open.listens) return true
      if (key.kind === 'text') {
        if (open.kind === 'key') open.end(key.text)
        else if (open.typed.length < LONGEST) open.typed += key.text
      } else if (key.name === 'escape') open.end(null)
      else if (key.name === 'enter') open.end(open.kind === 'key' ? '' : open.typed)
      else if (key.name === 'backspace') open.typed = Array.from(open.typed).slice(0, -1).join('')
      else return false
      changed()
      return true
    },
  }
}
