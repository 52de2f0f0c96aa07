// Runs that failed, with what each was given: repeated, discarded, or cleared away.
import type { DeadLetter } from '../../../contract/schedule/job.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Section, TroubleText } from '../../ui/panel.tsx'
import { momentShort } from './moment.ts'
import css from './schedules.module.css'
import { strings } from './strings.ts'

const words = strings.failed

type Props = {
  /** Null: not read yet. */
  readonly letters: readonly DeadLetter[] | null
  done(text: string): void
}

export function FailedRuns({ letters, done }: Props) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  if (letters === null) return null
  const clear = async (): Promise<void> => {
    if ((await act('clear', () => bridge.call('schedules.clear', {}))) !== null) done(words.cleared)
  }
  return (
    <Section title={words.title}>
      {letters.length === 0 ? <p className={css.empty}>{words.none}</p> : null}
      {letters.length === 0 ? null : <p className={css.lead}>{words.text}</p>}
      <ul className={css.list}>
        {letters.map((letter) => (
          <Letter key={letter.id} letter={letter} done={done} />
        ))}
      </ul>
      {letters.length === 0 ? null : (
        <div className={css.more}>
          <Button size="small" disabled={busy !== null} onClick={() => void clear()}>
            {words.clear}
          </Button>
        </div>
      )}
      {error === null ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </Section>
  )
}

function Letter({ letter, done }: { readonly letter: DeadLetter; done(text: string): void }) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  const { id, jobName, state, retries, failedAt, nextAt } = letter
  const repeat = async (): Promise<void> => {
    if ((await act('repeat', () => bridge.call('schedules.repeat', { id }))) !== null)
      done(words.repeated(jobName))
  }
  const discard = async (): Promise<void> => {
    if ((await act('discard', () => bridge.call('schedules.discard', { id }))) !== null)
      done(words.discarded(jobName))
  }
  const open = state === 'failed' || state === 'queued'
  return (
    <li className={css.run}>
      <span className={css.mark} data-tone={state === 'failed' ? 'bad' : 'plain'}>
        {words.state[state]}
      </span>
      <div className={css.runText}>
        <p>
          <b>{jobName}</b>{' '}
          <span className={css.hint}>
            {[momentShort(failedAt), words.retries(retries)].join(' · ')}
            {nextAt === null ? '' : ` · ${words.state.queued} ${words.at(momentShort(nextAt))}`}
          </span>
        </p>
        <p className={css.came}>{letter.error}</p>
        {error === null ? null : (
          <p role="alert" className={css.error}>
            <TroubleText {...error} />
          </p>
        )}
      </div>
      {state === 'running' ? null : (
        <div className={css.acts}>
          <Button
            size="small"
            aria-label={`${words.repeat}: ${jobName}`}
            disabled={busy !== null}
            onClick={() => void repeat()}
          >
            {words.repeat}
          </Button>
          {open ? (
            <Button
              size="small"
              tone="quiet"
              aria-label={`${words.discard}: ${jobName}`}
              disabled={busy !== null}
              onClick={() => void discard()}
            >
              {words.discard}
            </Button>
          ) : null}
        </div>
      )}
    </li>
  )
}
