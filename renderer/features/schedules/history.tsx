// What came of runs, the newest first.
import type { JobRun } from '../../../contract/schedule/job-run.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/panel.tsx'
import { duration } from '../../ui/text/time-text.ts'
import { momentShort } from './moment.ts'
import css from './schedules.module.css'
import { strings } from './strings.ts'

type Props = {
  /** Null: not read yet. */
  readonly runs: readonly JobRun[] | null
  readonly more: boolean
  older(): void
  openRun(id: string): void
}

export function History({ runs, more, older, openRun }: Props) {
  if (runs === null) return null
  return (
    <Section title={strings.history}>
      {runs.length === 0 ? <p className={css.empty}>{strings.historyNone}</p> : null}
      <ul className={css.list}>
        {runs.map((each) => (
          <li key={each.id} className={css.run}>
            <span className={css.mark} data-tone={tones[each.state]}>
              {strings.state[each.state]}
            </span>
            <div className={css.runText}>
              <p>
                <b>{each.jobName}</b> <span className={css.hint}>{whenOf(each)}</span>
              </p>
              {each.text === '' ? null : <p className={css.came}>{each.text}</p>}
            </div>
            {each.run === null ? null : (
              <Button
                size="small"
                tone="quiet"
                aria-label={strings.openRunOf(each.jobName)}
                onClick={() => openRun(each.run ?? '')}
              >
                {strings.openRun}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {more ? (
        <div className={css.more}>
          <Button size="small" onClick={older}>
            {strings.older}
          </Button>
        </div>
      ) : null}
    </Section>
  )
}

const tones: Readonly<Record<JobRun['state'], 'ok' | 'bad' | 'warn' | 'run' | 'plain'>> = {
  queued: 'plain',
  running: 'run',
  succeeded: 'ok',
  failed: 'bad',
  missed: 'warn',
  stopped: 'warn',
}

const whenOf = ({ dueAt, startedAt, endedAt, why }: JobRun): string =>
  [
    momentShort(dueAt),
    startedAt !== null && endedAt !== null && endedAt > startedAt
      ? duration(endedAt - startedAt)
      : '',
    strings.why[why],
  ]
    .filter((part) => part !== '')
    .join(' · ')
