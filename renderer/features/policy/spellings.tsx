// Which other ways of writing a command a rule that refuses or asks applies to: the same function as in the gate says it.
import { spellingSentence } from '../../../contract/command-spelling.ts'
import type { Effect } from '../../../contract/decision.ts'
import css from './policy.module.css'

export function Spellings({ effect, commands }: { readonly effect: Effect; readonly commands: readonly string[] | undefined }) {
  const sentence = spellingSentence(effect, commands ?? [])
  return sentence === null ? null : <p className={css.quiet}>{sentence}</p>
}
