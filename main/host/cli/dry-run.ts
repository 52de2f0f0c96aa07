// What every command has that first shows what it would write: --dry-run ends there, --yes goes on,
// and else a person is asked.
import { failure } from '../../../contract/failure.ts'
import { printJson } from './command.ts'
import type { Call } from './command.ts'
import { complain } from './output/complain.ts'
import { exit } from './exit.ts'

/**
 * The exit code when nothing may be written; null when it may.
 * @param shown what a dry run prints with --json.
 */
export async function endsBefore(
  call: Call,
  prompt: string,
  shown: object,
): Promise<number | null> {
  const { context, options, json } = call
  if (options.has('dry-run')) {
    if (json) printJson(context, shown)
    return exit.done
  }
  if (options.has('yes')) return null
  if (!context.terminal)
    return complain(
      context,
      failure(
        'connect.no-person',
        'Nothing was written: this needs confirmation, and there is no terminal.',
        'Add --yes to confirm, or --dry-run to see the change only.',
      ),
      json,
    )
  const typed = await context.ask(prompt, new AbortController().signal)
  if (/^y(?:es)?$/i.test(typed?.trim() ?? '')) return null
  return complain(context, failure('connect.declined', 'Nothing was written.'), json)
}
