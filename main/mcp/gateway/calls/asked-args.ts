// How much the arguments of one client's calls are together, until each is held or has ended.
import { charsOf } from '../held-calls.ts'

/** Characters. One call is always taken. */
const most = 32 * 1024 * 1024

export type AskedArgs = {
  /** Lets go of what it counted, once. Null: the client has too much of that under way. */
  admit(args: unknown): (() => void) | null
}

export function openAskedArgs(): AskedArgs {
  let asked = 0
  return {
    admit(args) {
      const chars = charsOf(args)
      if (asked > 0 && asked + chars > most) return null
      asked += chars
      let mine = true
      return () => {
        if (mine) asked -= chars
        mine = false
      }
    },
  }
}
