// A command at its time limit is ended, and the shell of ours around it may still look at what the
// command left where nothing is kept. It is found from the outside in: a command can start one that
// looks the same, but only below ours.
import { childrenOf, descendantsOf, signal, textOf } from './process-tree.ts'

/** What that shell is called in its own command line, behind what it does. */
const NAME = '\0gatehouse\0'
const LOOKS = 'GATEHOUSE_END'
/** Looking takes some milliseconds; under load more. */
export const LAST_LOOK_MS = 2_000
const AGAIN_MS = 10

/**
 * Ends all that runs below that shell, again and again until it has ended itself. False: there is no
 * such shell, and nothing was ended.
 */
export function endBelowLooking(root: number | undefined): boolean {
  const outer = root === undefined ? null : lookingIn([root])
  if (outer === null) return false
  const until = performance.now() + LAST_LOOK_MS
  // Only what ran when the limit was reached: what the shell starts to look with is not the command's.
  const commands = childrenOf(outer)
  const end = (): void => {
    for (const command of commands)
      for (const pid of [command, ...descendantsOf(command)]) signal(pid, 'SIGKILL')
    if (performance.now() < until && commands.some((pid) => childrenOf(outer).includes(pid)))
      setTimeout(end, AGAIN_MS)
  }
  end()
  return true
}

/** Level by level, so that the outermost is the one. */
function lookingIn(level: readonly number[]): number | null {
  if (level.length === 0) return null
  const found = level.find((pid) => {
    const line = textOf(`/proc/${pid}/cmdline`)
    return line.includes(NAME) && line.includes(LOOKS)
  })
  return found ?? lookingIn(level.flatMap(childrenOf))
}
