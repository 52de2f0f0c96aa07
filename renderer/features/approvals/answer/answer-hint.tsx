// Why the call cannot be approved now, or what has become of the answer. Above the buttons, so that
// none of them moves when it comes or goes.
import { isStreak, useStreak } from '../../../state/approval-pace.ts'
import css from './answers.module.css'
import { strings } from '../strings.ts'
import type { Answering } from './use-answer.ts'

type Props = {
  readonly id: string
  readonly state: Answering
  /** All agents are stopped. */
  readonly stopped: boolean
  /** All of the call was on the screen. */
  readonly allShown: boolean
  /** What was rehearsed meets files that have changed. */
  readonly blocked: boolean
  /** What the button says while it is pressed; empty while it is not. */
  readonly pressing: string
}

export function AnswerHint({ id, state, stopped, allShown, blocked, pressing }: Props) {
  const streak = useStreak(({ fast }) => isStreak(fast))
  return (
    <div className={css.hint} id={id} data-alarm={!allShown || pressing !== ''}>
      {stopped ? <span>{strings.stopped}</span> : allShown ? null : <span>{strings.notShown}</span>}
      {stopped || !allShown || pressing !== '' ? null : blocked ? (
        <span>{strings.staged.blocked}</span>
      ) : streak ? (
        <span>{strings.streakHint}</span>
      ) : null}
      <span role="status">
        {state.kind === 'sending'
          ? strings.sending
          : state.kind === 'sent'
            ? strings.sent
            : pressing}
      </span>
    </div>
  )
}
