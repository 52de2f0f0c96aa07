// A person's word before another agent's configuration is written.
import { failure } from '../../../../contract/failure.ts'
import type { Call } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'

/** True for a yes; null where nobody can be asked. */
export async function agrees(
  { context, options }: Call,
  question: string,
): Promise<boolean | null> {
  if (options.has('yes')) return true
  if (!context.terminal) return null
  const typed = await context.ask(question, new AbortController().signal)
  return /^y(?:es)?$/i.test(typed?.trim() ?? '')
}

export function notAgreed({ context, json }: Call, agreed: false | null): number {
  if (agreed === null)
    return complain(
      context,
      failure(
        'connect.no-person',
        'Nothing was written: this needs confirmation, and there is no terminal.',
        'Add --yes to confirm, or --dry-run to see the change only.',
      ),
      json,
      exit.needsPerson,
    )
  return complain(context, failure('connect.declined', 'Nothing was written.'), json, exit.denied)
}
