// The note about what an answer without a running Gatehouse did not test.
import type { CliContext } from '../cli-context.ts'

/** A batch asks many times, and hears it once. */
const noted = new WeakSet<CliContext>()

/** On standard error. */
export function noteUntested(context: CliContext): void {
  if (noted.has(context)) return
  noted.add(context)
  context.note(
    'gatehouse: the sandbox was not tested for this answer; it is taken to work. To test it: gatehouse doctor\n',
  )
}
