// Which other ways of writing a command a rule that refuses or asks applies to: the same function
// as in the gate says it. And, once for a list, which it does not.
import {
  hasUnseenSpellings,
  spellingExamples,
  UNSEEN_SPELLINGS,
} from '../../../../contract/policy/command-spelling.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import type { Effect } from '../../../../contract/policy/decision.ts'
import { Fragment } from 'react'
import { strings } from '../strings.ts'
import css from '../policy.module.css'

export function Spellings({
  effect,
  commands,
}: {
  readonly effect: Effect
  readonly commands: readonly string[] | undefined
}) {
  const examples = spellingExamples(effect, commands ?? [])
  if (examples === null) return null
  return (
    <p className={css.quiet}>
      {strings.alsoAppliesTo}{' '}
      {examples.shown.map((spelling, at) => (
        <Fragment key={spelling}>
          {at === 0 ? null : ' · '}
          <code className={css.spelling}>{spelling}</code>
        </Fragment>
      ))}
      {examples.more === 0 ? null : ` · ${strings.andMore(examples.more)}`}.
    </p>
  )
}

/** Above a list of rules, or below the one that is being written; nothing where it is about none of them. */
export function UnseenSpellings({
  rules,
}: {
  readonly rules: readonly Pick<Rule, 'effect' | 'when'>[]
}) {
  if (!rules.some(({ effect, when }) => hasUnseenSpellings(effect, when.commands))) return null
  return (
    <details className={css.unseen}>
      <summary>{rules.length === 1 ? strings.ruleSees : strings.rulesSee}</summary>
      <p>{UNSEEN_SPELLINGS}</p>
    </details>
  )
}
