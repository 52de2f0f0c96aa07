// The jobs that are kept to run later: what each does, when it is due, and taking one away, in two
// steps.
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { JobListing } from '../../../../contract/schedule/job.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from '../credentials/credentials.module.css'
import { SettingsPart } from '../settings-part.tsx'
import shared from '../settings-screen.module.css'
import { strings } from './strings.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function SchedulesSection() {
  const bridge = useBridge()
  // An agent or another window may change them: each change is a row of the journal.
  const rows = useLive((live) => live.journalSeq)
  const { value, error, reload } = useRead(bridge, 'schedules.list', {}, rows)
  const [said, setSaid] = useState('')
  const jobs = value ?? []
  return (
    <SettingsPart topic="schedules" title={strings.title} text={strings.text}>
      {error === null ? null : (
        <Notice tone="bad">
          <TroubleText {...error} />
        </Notice>
      )}
      {value === null || jobs.length > 0 ? null : <p className={shared.hint}>{strings.none}</p>}
      {jobs.length === 0 ? null : (
        <ul className={css.list} aria-label={strings.title}>
          {jobs.map((job) => (
            <Row
              key={job.id}
              job={job}
              removed={() => {
                setSaid(strings.removed(job.name))
                reload()
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className={shared.hint}>
        {said}
      </p>
    </SettingsPart>
  )
}

function Row({ job, removed }: { readonly job: JobListing; removed(): void }) {
  const [confirming, setConfirming] = useState(false)
  const { name, sentence, nextRuns, missedSince, madeBy } = job
  const next = nextRuns.map((at) => moment.format(at)).join(' · ')
  return (
    <li>
      <div className={css.row}>
        <div className={css.facts}>
          <span className={css.name}>{name}</span>
          <p>{sentence}</p>
          <p className={shared.hint}>
            {strings.next} {next === '' ? strings.notDue : next}
          </p>
          {missedSince === null ? null : (
            <p className={shared.hint}>{strings.missed(moment.format(missedSince))}</p>
          )}
          <p className={shared.hint}>{strings.madeBy(madeBy)}</p>
        </div>
        {confirming ? null : (
          <Button
            tone="quiet"
            size="small"
            aria-label={`${strings.remove} ${name}`}
            onClick={() => setConfirming(true)}
          >
            {strings.remove}
          </Button>
        )}
      </div>
      {confirming ? (
        <Confirm job={job} close={() => setConfirming(false)} removed={removed} />
      ) : null}
    </li>
  )
}

function Confirm({
  job: { id, name },
  close,
  removed,
}: {
  readonly job: JobListing
  close(): void
  removed(): void
}) {
  const bridge = useBridge()
  const [error, setError] = useState<Failure | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const remove = async (): Promise<void> => {
    const result = await bridge.call('schedules.remove', { id })
    if (!result.ok) return setError(result.error)
    close()
    removed()
  }
  return (
    <div className={css.confirm} role="group" aria-label={strings.sure(name)}>
      <p>{strings.sure(name)}</p>
      <Button ref={keep} size="small" onClick={close}>
        {strings.cancel}
      </Button>
      <Button size="small" tone="strong" onClick={() => void remove()}>
        {strings.removeNow}
      </Button>
      {error === null ? null : (
        <p className={shared.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
