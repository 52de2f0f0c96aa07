// Pure. The advice beside a failure in the text for a model: what it can do itself, or what to ask the
// person for.
import { withHint } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'

/** Commands of ours, and places in the window and on this machine that no tool reaches. */
const PERSONS =
  /\bgatehouse [a-z]|\b(?:in|under) (?:Settings|Capabilities|Servers|Agents|Credentials|Plugins)\b|\bin the window\b|^Install\b|\bGATEHOUSE_[A-Z]|\bin the configuration\b|\bconfiguration file\b/

/**
 * The hint as it is where its reader can follow it; else as something to ask the person for. The
 * failure itself keeps its hint: a card and a command line show it to somebody who can.
 * @returns '' where there is none.
 */
function adviceOf({ hint = '' }: Pick<Failure, 'hint'>): string {
  return PERSONS.test(hint) && !/\bperson\b/i.test(hint)
    ? `Ask the person to do this: ${hint}`
    : hint
}

/** A failure as a model reads it: nothing but the text of a result reaches one. */
export const withAdvice = (why: Pick<Failure, 'text' | 'hint'>): string =>
  withHint({ text: why.text, hint: adviceOf(why) })
