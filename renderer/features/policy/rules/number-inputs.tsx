// Conditions that are numbers: a size between two bounds, a number of calls in a time.
import { Pick } from '../../../ui/picks/pick.tsx'
import css from '../policy.module.css'
import { strings } from '../strings.ts'
import { ratePer, type RuleDraft } from './rule-draft.ts'
import { valueName } from './rule-text.ts'

const { form: words } = strings

type NumberProps = {
  readonly id?: string
  readonly label: string
  readonly value: string
  onValue(value: string): void
}

export function NumberInput({ id, label, value, onValue }: NumberProps) {
  return (
    <span className={css.hours}>
      <input
        id={id}
        type="number"
        min={0}
        step={1}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={({ target }) => onValue(target.value)}
      />
    </span>
  )
}

type BytesProps = {
  readonly id: string
  readonly size: RuleDraft['size']
  onSize(size: RuleDraft['size']): void
}

export function BytesInput({ id, size, onSize }: BytesProps) {
  return (
    <div className={css.hours}>
      <NumberInput
        id={id}
        label={words.sizeOver}
        value={size.over}
        onValue={(over) => onSize({ ...size, over })}
      />
      <NumberInput
        label={words.sizeUpTo}
        value={size.upTo}
        onValue={(upTo) => onSize({ ...size, upTo })}
      />
    </div>
  )
}

type RateProps = {
  readonly id: string
  readonly rate: RuleDraft['rate']
  onRate(rate: RuleDraft['rate']): void
}

export function RateInput({ id, rate, onRate }: RateProps) {
  return (
    <div className={css.hours}>
      <Pick
        label={words.rateBound}
        value={rate.bound}
        choices={[
          { value: 'over', label: words.rateOver },
          { value: 'upTo', label: words.rateUpTo },
        ]}
        onChange={(bound) => onRate({ ...rate, bound })}
      />
      <NumberInput
        id={id}
        label={words.rateCalls}
        value={rate.calls}
        onValue={(calls) => onRate({ ...rate, calls })}
      />
      <Pick
        label={words.ratePer}
        value={rate.per}
        choices={ratePer.map((value) => ({ value, label: valueName('rate', value) }))}
        onChange={(per) => onRate({ ...rate, per })}
      />
    </div>
  )
}
