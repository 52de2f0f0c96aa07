// Which other ways of writing a command a rule that refuses or asks applies to: the same function
// as in the gate says it. And which it does not.
import { spellingExamples, UNSEEN_SPELLINGS } from '../../../../contract/policy/command-spelling.ts'
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
  if (effect === 'allow' || commands === undefined || commands.length === 0) return null
  const examples = spellingExamples(effect, commands)
  return (
    <>
      {examples === null ? null : (
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
      )}
      <p className={css.quiet}>{UNSEEN_SPELLINGS}</p>
    </>
  )
}
