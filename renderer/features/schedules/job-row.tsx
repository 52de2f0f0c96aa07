// One job: what it does, when it is due, and what a person does with it.
import { ListChecks, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { JobListing } from '../../../contract/schedule/job.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { momentShort } from './moment.ts'
import { inboundStrings } from './inbound-strings.ts'
import css from './schedules.module.css'
import { strings } from './strings.ts'

const words = strings.job

type Props = { readonly job: JobListing; edit(): void; check(): void; done(text: string): void }

export function JobRow({ job, edit, check, done }: Props) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  const [removing, setRemoving] = useState(false)
  const { id, name, paused } = job
  const run = async (): Promise<void> => {
    if ((await act('run', () => bridge.call('schedules.run', { id }))) !== null)
      done(words.started(name))
  }
  const pause = async (): Promise<void> => {
    const change = { paused: !paused }
    if ((await act('pause', () => bridge.call('schedules.change', { id, change }))) !== null)
      done('')
  }
  const remove = async (): Promise<void> => {
    if ((await act('remove', () => bridge.call('schedules.remove', { id }))) !== null)
      done(words.removed(name))
  }
  return (
    <li className={css.job} data-paused={paused}>
      <div className={css.jobHead}>
        <h3>{name}</h3>
        <JobState job={job} />
        <div className={css.acts}>
          <Button
            size="small"
            icon={<Play size={13} aria-hidden="true" />}
            aria-label={`${words.run}: ${name}`}
            disabled={busy !== null}
            focusableWhenDisabled
            onClick={() => void run()}
          >
            {words.run}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<Pause size={13} aria-hidden="true" />}
            aria-label={`${paused ? words.resume : words.pause}: ${name}`}
            disabled={busy !== null}
            focusableWhenDisabled
            onClick={() => void pause()}
          >
            {paused ? words.resume : words.pause}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<ListChecks size={13} aria-hidden="true" />}
            aria-label={`${inboundStrings.preflight.open}: ${name}`}
            onClick={check}
          >
            {inboundStrings.preflight.open}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<Pencil size={13} aria-hidden="true" />}
            aria-label={`${words.edit}: ${name}`}
            onClick={edit}
          >
            {words.edit}
          </Button>
          <Button
            size="small"
            tone="quiet"
            icon={<Trash2 size={13} aria-hidden="true" />}
            aria-label={`${words.remove}: ${name}`}
            aria-expanded={removing}
            onClick={() => setRemoving(!removing)}
          >
            {words.remove}
          </Button>
        </div>
      </div>
      <p className={css.sentence}>{job.sentence}</p>
      <p className={css.message}>{job.message}</p>
      <p className={css.hint}>
        {[dueText(job), words.runs(job.runs), words.madeBy(job.madeBy)].join(' · ')}
      </p>
      {job.held === null ? null : <p className={css.held}>{job.held}</p>}
      {job.missedSince === null ? null : (
        <p className={css.held}>{words.missed(momentShort(job.missedSince))}</p>
      )}
      {removing ? (
        <Confirm name={name} keep={() => setRemoving(false)} remove={() => void remove()} />
      ) : null}
      {error === null ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </li>
  )
}

function Confirm({ name, keep, remove }: { readonly name: string; keep(): void; remove(): void }) {
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={css.confirm} role="group" aria-label={words.sure(name)}>
      <p>{words.sure(name)}</p>
      <Button ref={first} size="small" onClick={keep}>
        {words.keep}
      </Button>
      <Button size="small" tone="strong" onClick={remove}>
        {words.remove}
      </Button>
    </div>
  )
}

function JobState({ job: { paused, running, held } }: { readonly job: JobListing }) {
  if (running > 0)
    return (
      <span className={css.mark} data-tone="run">
        {words.running(running)}
      </span>
    )
  if (paused) return <span className={css.mark}>{words.paused}</span>
  return held === null ? null : (
    <span className={css.mark} data-tone="warn">
      {words.held}
    </span>
  )
}

function dueText({ nextRuns: [next], trigger, paused }: JobListing): string {
  if (next !== undefined) return `${words.due} ${momentShort(next)}`
  return `${words.due} ${trigger.kind === 'event' && !paused ? words.event : words.notDue}`
}
