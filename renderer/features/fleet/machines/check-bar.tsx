// Checks all machines from here: how far it is, and what it found, in words.
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import type { FleetCheck } from '../../../../contract/fleet/state.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { clockTime, count } from '../../../ui/text/time-text.ts'
import css from '../fleet-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.check

type Props = {
  readonly check: FleetCheck
  readonly error: Failure | null
  ask(wanted: 'start' | 'stop'): void
}

export function CheckBar({ check, error, ask }: Props) {
  const { running, last } = check
  const broken = last?.checks.filter(({ findings }) => findings.length > 0) ?? []
  return (
    <>
      <div className={css.second}>
        <Button
          size="small"
          icon={<ShieldCheck size={15} aria-hidden="true" />}
          onClick={() => ask(running === null ? 'start' : 'stop')}
        >
          {running === null ? words.start : words.stop}
        </Button>
        {running === null ? null : <Progress running={running} />}
        <span role="status">
          {running !== null || last === null ? null : broken.length === 0 ? (
            <span className={css.intact}>
              <CircleCheck size={15} aria-hidden="true" />
              {words.good(
                clockTime(last.at),
                count(last.checks.reduce((sum, { rows }) => sum + rows, 0)),
              )}
            </span>
          ) : (
            <span className={css.broken}>
              <CircleX size={15} aria-hidden="true" />
              {words.bad(clockTime(last.at), count(broken.length), count(last.checks.length))}
            </span>
          )}
        </span>
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {broken.length === 0 ? null : (
        <section className={css.findings} aria-label={words.findings}>
          {broken.map(({ machine, findings }) => (
            <div key={machine}>
              <b>{machine}</b>
              <ul>
                {findings.map(({ seq, text }) => (
                  <li key={`${seq} ${text}`}>{text}</li>
                ))}
              </ul>
              {findings.length < 20 ? null : <p className={css.aside}>{words.first}</p>}
            </div>
          ))}
        </section>
      )}
    </>
  )
}

function Progress({ running }: { readonly running: NonNullable<FleetCheck['running']> }) {
  const { machine, done, of, rows } = running
  return (
    <span className={css.progress}>
      <progress aria-label={words.label} value={done} max={Math.max(1, of)} />
      {machine === null
        ? words.starting
        : words.running(machine, count(done), count(of), count(rows))}
    </span>
  )
}
