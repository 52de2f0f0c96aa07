// Knows which of our own descriptors a child would inherit. Node opens its own so that they close
// on exec, but whatever we were started with (by a terminal, a launcher, an editor) may not, and
// Node hands it on.
import { readdirSync, readFileSync } from 'node:fs'
import { errorCode } from '../files/safe-open.ts'

const CLOSE_ON_EXEC = 0o2000000

/**
 * Numbers above the three standard ones. Synchronous: between looking and spawning nothing may open
 * another.
 */
export function inheritable(): readonly number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd > 2 && staysOpen(fd))
}

function staysOpen(fd: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(
      readFileSync(`/proc/self/fdinfo/${fd}`, 'latin1'),
    )?.[1]
    return flags === undefined || (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0
  } catch (error) {
    // The descriptor that listed the folder is itself in the list, and closed by now.
    if (errorCode(error) !== 'ENOENT') throw error
    return false
  }
}
