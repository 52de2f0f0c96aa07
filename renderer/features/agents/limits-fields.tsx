// The limits of a token before it is made: which tools, how long, how many calls.
import { useId } from 'react'
import { Pick } from '../../ui/picks/pick.tsx'
import css from './agents.module.css'
import { strings } from './strings.ts'
import { SECONDS } from './token-limits.ts'
import type { LimitsDraft, LimitsFault } from './token-limits.ts'

const words = strings.gateway.limits

type Props = {
  readonly draft: LimitsDraft
  readonly fault: LimitsFault | null
  onChange(draft: LimitsDraft): void
}

const times = Object.keys(SECONDS) as (keyof typeof SECONDS)[]

export function LimitsFields({ draft, fault, onChange }: Props) {
  const id = useId()
  const faultOf = (field: LimitsFault['field']) => (fault?.field === field ? fault.text : null)
  return (
    <div role="group" aria-label={words.title} className={css.form}>
      <label htmlFor={`${id}-tools`}>{words.tools}</label>
      <input
        id={`${id}-tools`}
        autoComplete="off"
        spellCheck={false}
        value={draft.tools}
        placeholder={words.toolsPlaceholder}
        aria-invalid={faultOf('tools') !== null}
        aria-describedby={`${id}-tools-hint`}
        onChange={(event) => onChange({ ...draft, tools: event.target.value })}
      />
      <p id={`${id}-tools-hint`} className={faultOf('tools') === null ? css.text : css.error}>
        {faultOf('tools') ?? words.toolsHint}
      </p>
      <label htmlFor={`${id}-time`}>{words.time}</label>
      <Pick
        id={`${id}-time`}
        label={words.time}
        value={draft.time}
        choices={times.map((value) => ({ value, label: words.times[value] }))}
        onChange={(time) => onChange({ ...draft, time })}
      />
      <label htmlFor={`${id}-calls`}>{words.calls}</label>
      <input
        id={`${id}-calls`}
        autoComplete="off"
        inputMode="numeric"
        value={draft.calls}
        aria-invalid={faultOf('calls') !== null}
        aria-describedby={`${id}-calls-hint`}
        onChange={(event) => onChange({ ...draft, calls: event.target.value })}
      />
      <p id={`${id}-calls-hint`} className={faultOf('calls') === null ? css.text : css.error}>
        {faultOf('calls') ?? words.callsHint}
      </p>
    </div>
  )
}
