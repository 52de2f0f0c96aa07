// One call of a job: what the gate would do, why, and how often it is approved beforehand.
import { useState } from 'react'
import type { PreflightCall } from '../../../contract/schedule/preflight.ts'
import type { JobListing } from '../../../contract/schedule/job.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { isRetained } from '../../state/relaxation.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { TierBadge } from '../../ui/marks/tier-badge.tsx'
import { FormField } from './form-field.tsx'
import { inboundStrings } from './inbound-strings.ts'
import css from './schedules.module.css'
import jobForm from './job-form.module.css'

const words = inboundStrings.preflight
const tones = { allow: 'ok', confirm: 'warn', deny: 'bad' } as const
const DAY_SECONDS = 86_400

type Props = {
  readonly job: JobListing['id']
  readonly call: PreflightCall
  done(text: string): void
}

export function PreflightCallRow({ job, call, done }: Props) {
  const { effect, tier, title, text, givable, lease, args } = call
  return (
    <li className={css.call}>
      <div className={css.jobHead}>
        <span className={css.mark} data-tone={effect === null ? 'plain' : tones[effect]}>
          {effect === null ? words.unknown : words.effects[effect]}
        </span>
        {tier === null ? null : <TierBadge tier={tier} />}
        <b>{title}</b>
        {lease === null ? null : (
          <span className={css.mark} data-tone="ok">
            {words.approved}
          </span>
        )}
      </div>
      <pre className={css.eventText}>{JSON.stringify(args, null, 1)}</pre>
      <p className={css.hint}>{text}</p>
      {givable ? <Give job={job} call={call} done={done} /> : null}
      {effect === 'confirm' && !givable ? <p className={css.hint}>{words.each}</p> : null}
    </li>
  )
}

/** A whole number from 1 up; null: it is none. */
const countIn = (text: string, most: number): number | null =>
  /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= most ? Number(text) : null

function Give({ job: id, call: { tool, args, title }, done }: Props) {
  const bridge = useBridge()
  const [uses, setUses] = useState('10')
  const [days, setDays] = useState('30')
  const { busy, error, act } = useAct()
  const most = { uses: countIn(uses, 1_000), days: countIn(days, 365) }
  const give = async (): Promise<void> => {
    if (most.uses === null || most.days === null) return
    const limits = { maxUses: most.uses, expiresInSeconds: most.days * DAY_SECONDS }
    const given = await act('give', () =>
      bridge.call('schedules.give', { id, call: { tool, args }, ...limits }),
    )
    if (given !== null) done(words.given(given.text))
  }
  return (
    <form
      className={jobForm.give}
      aria-label={`${words.give}: ${title}`}
      onSubmit={(event) => {
        event.preventDefault()
        void give()
      }}
    >
      <FormField
        label={words.uses}
        value={uses}
        error={most.uses === null ? words.wrongNumber : undefined}
        kind="number"
        onChange={setUses}
      />
      <FormField
        label={words.days}
        value={days}
        error={most.days === null ? words.wrongNumber : undefined}
        kind="number"
        onChange={setDays}
      />
      <Button type="submit" size="small" disabled={busy !== null} focusableWhenDisabled>
        {words.give}
      </Button>
      {error === null || isRetained(error) ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </form>
  )
}
