// Small parts of a session: the end of its log, time limits, and reports that are made once.
import type { LogRing } from '../log-ring.ts'
import { plainText } from '../plain-text.ts'

export const addTail = (log: LogRing, tail: string): void => {
  for (const line of tail.split('\n').slice(-100)) log.add(line)
}

export const reason = (thrown: unknown): string =>
  plainText(thrown instanceof Error ? thrown.message : String(thrown), 300)

/** Its time to say who it is was over. */
export class Late extends Error {}

/** Each kind of text once in a session. */
export const once = (notify: (text: string) => void): ((text: string) => void) => {
  const reported = new Set<string>()
  return (text) => {
    const kind = text.replaceAll(/\d+/g, '')
    if (reported.has(kind)) return
    reported.add(kind)
    notify(text)
  }
}

/** Ends the wait, not the work. */
export async function within<T>(
  ms: number,
  ended: Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await Promise.race([
      work(),
      ended.then(() => Promise.reject(new Error('It ended.'))),
      new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Late()), ms))),
    ])
  } finally {
    clearTimeout(timer)
  }
}
