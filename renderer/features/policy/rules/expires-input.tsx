// Until when a rule holds: picked from a calendar, or by a press. In the file it is written with the
// offset of this machine.
import { Button } from '../../../ui/button.tsx'
import css from '../policy.module.css'
import { strings } from '../strings.ts'

const { form: words } = strings
const HOUR_MS = 3_600_000

type Props = {
  readonly ids: { readonly id: string; readonly 'aria-describedby'?: string | undefined }
  readonly value: string
  onChange(value: string): void
}

export function ExpiresInput({ ids, value, onChange }: Props) {
  const until = (at: Date): void => onChange(withOffset(at))
  return (
    <div className={css.links}>
      <input
        {...ids}
        type="datetime-local"
        value={localOf(value)}
        onChange={({ target }) =>
          onChange(target.value === '' ? '' : withOffset(new Date(target.value)))
        }
      />
      <Button
        type="button"
        size="small"
        tone="quiet"
        onClick={() => until(new Date(Date.now() + HOUR_MS))}
      >
        {words.inAnHour}
      </Button>
      <Button type="button" size="small" tone="quiet" onClick={() => until(endOfDay(new Date()))}>
        {words.today}
      </Button>
      <Button
        type="button"
        size="small"
        tone="quiet"
        onClick={() => until(new Date(Date.now() + 7 * 24 * HOUR_MS))}
      >
        {words.inAWeek}
      </Button>
      {value === '' ? null : (
        <Button type="button" size="small" tone="quiet" onClick={() => onChange('')}>
          {words.noEnd}
        </Button>
      )}
    </div>
  )
}

const two = (value: number): string => String(value).padStart(2, '0')

function endOfDay(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), 23, 59)
}

/** As the field wants it: local time without its offset. Empty where it is no time. */
export function localOf(value: string): string {
  const at = new Date(value)
  if (value === '' || Number.isNaN(at.getTime())) return ''
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** As the file wants it: `2026-12-31T18:00:00+01:00`. */
export function withOffset(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const ahead = Math.abs(minutes)
  return `${localOf(at.toISOString())}:00${sign}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
}
