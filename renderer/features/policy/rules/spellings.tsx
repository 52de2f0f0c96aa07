// Which other ways of writing a command a rule that refuses or asks applies to: the same function
// as in the gate says it.
import { spellingExamples } from '../../../../contract/policy/command-spelling.ts'
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
  const { shown, more } = examples
  return (
    <p className={css.quiet}>
      {strings.alsoAppliesTo}{' '}
      {shown.map((spelling, at) => (
        <Fragment key={spelling}>
          {at === 0 ? null : ' · '}
          <code className={css.spelling}>{spelling}</code>
        </Fragment>
      ))}
      {more === 0 ? null : ` · ${strings.andMore(more)}`}.
    </p>
  )
}
