// Failures that are no failure for what is being done.
import { codeOf } from './open-folder.ts'

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
