// What an answer without a running Gatehouse did not look at.
import type { CliContext } from '../cli-context.ts'

/** A batch asks many times, and is told once. */
const told = new WeakSet<CliContext>()

/** On standard error. */
export function noteUntested(context: CliContext): void {
  if (told.has(context)) return
  told.add(context)
  context.note(
    'gatehouse: not looked at alone: whether all holds that the sandbox promises. To test it: gatehouse doctor\n',
  )
}
