// The note about what an answer without a running Gatehouse did not test.
import type { CliContext } from '../cli-context.ts'

/** A batch asks many times, and hears it once. */
const noted = new WeakSet<CliContext>()

/** On standard error. */
export function noteUntested(context: CliContext): void {
  if (noted.has(context)) return
  noted.add(context)
  context.note(
    'gatehouse: not looked at alone: whether all holds that the sandbox promises. To test it: gatehouse doctor\n',
  )
}
