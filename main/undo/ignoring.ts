// Runs an action and ignores the failures that do not matter for it.
import { codeOf } from './held-folder.ts'

export function ignoring(code: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (codeOf(error) !== code) throw error
  }
}

/** For what only makes a result more lasting, in a folder that may be gone by then. */
export function quietly(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (codeOf(error) === '') throw error
  }
}
