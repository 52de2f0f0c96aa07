// Says on a terminal that long work goes on, in one line that goes away with it. On standard error,
// and to people only: a program waits for the answer.
import type { Call } from '../command.ts'

/** Shorter work says nothing. */
const FIRST_MS = 700
const NEXT_MS = 250
const CLEAR = '\r\u{1b}[K'

/** `what`: what is to be said now; asked again for each line. */
export async function withProgress<T>(
  { context, json }: Pick<Call, 'context' | 'json'>,
  what: () => string | Promise<string>,
  work: Promise<T>,
): Promise<T> {
  if (!context.terminal || json) return work
  let over = false
  const ended = work.then(
    () => void (over = true),
    () => void (over = true),
  )
  let shown = false
  for (let pause = FIRST_MS; ; pause = NEXT_MS) {
    await Promise.race([context.sleep(pause), ended])
    if (over) break
    const text = await what()
    if (over) break
    context.note(`${CLEAR}${text}`)
    shown = true
  }
  if (shown) context.note(CLEAR)
  return work
}

/** Of work that blocks, so that nothing can be drawn meanwhile: the line is there before it begins. */
export async function withNotice<T>(
  { context, json }: Pick<Call, 'context' | 'json'>,
  text: string,
  work: () => T | Promise<T>,
): Promise<T> {
  if (!context.terminal || json) return work()
  context.note(text)
  try {
    return await work()
  } finally {
    context.note(CLEAR)
  }
}

/** Within long work that never waits: lets the line be drawn. */
export const breathe = (): Promise<void> => new Promise((done) => setImmediate(done))
