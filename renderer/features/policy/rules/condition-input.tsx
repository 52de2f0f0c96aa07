// What a condition of a rule is filled in with: lines of text, a choice, or hours and days.
import { MultiPick } from '../../../ui/picks/multi-pick.tsx'
import css from '../policy.module.css'
import { strings } from '../strings.ts'
import { BytesInput, NumberInput, RateInput } from './number-inputs.tsx'
import { chosenFrom, days, linesOf, type RuleDraft } from './rule-draft.ts'
import { type Condition, conditionNames, valueName } from './rule-text.ts'

const { form: words } = strings

type InputProps = {
  readonly id: string
  readonly ids: object
  readonly name: Condition
  readonly draft: RuleDraft
  onText(text: string): void
  onDraft(draft: RuleDraft): void
}

export function ConditionInput({ id, ids, name, draft, onText, onDraft }: InputProps) {
  const text = draft.lists[name] ?? ''
  if (name === 'hours') {
    const { hours } = draft
    const put = (change: Partial<RuleDraft['hours']>): void =>
      onDraft({ ...draft, hours: { ...hours, ...change } })
    return (
      <div className={css.hours}>
        <input
          id={id}
          type="time"
          aria-label={words.from}
          value={hours.from}
          onChange={({ target }) => put({ from: target.value })}
        />
        <input
          type="time"
          aria-label={words.to}
          value={hours.to}
          onChange={({ target }) => put({ to: target.value })}
        />
        <MultiPick
          label={words.days}
          words={
            hours.days.length === 0
              ? words.everyDay
              : hours.days.map((day) => valueName(name, day)).join(', ')
          }
          value={hours.days}
          active={false}
          inForm
          choices={days.map((value) => ({ value, label: valueName(name, value) }))}
          onChange={(value) => put({ days: days.filter((day) => value.includes(day)) })}
        />
        <input
          aria-label={words.timeZone}
          placeholder={words.localTime}
          spellCheck={false}
          value={hours.timeZone}
          onChange={({ target }) => put({ timeZone: target.value })}
        />
      </div>
    )
  }
  if (name === 'requestBytes')
    return <BytesInput id={id} size={draft.size} onSize={(size) => onDraft({ ...draft, size })} />
  if (name === 'rate')
    return <RateInput id={id} rate={draft.rate} onRate={(rate) => onDraft({ ...draft, rate })} />
  if (name === 'denials')
    return <NumberInput id={id} label={conditionNames.denials} value={text} onValue={onText} />
  if (name in chosenFrom) {
    const choices: readonly string[] = chosenFrom[name as keyof typeof chosenFrom]
    const chosen = linesOf(text)
    return (
      <MultiPick
        label={conditionNames[name]}
        words={`${conditionNames[name]}: ${chosen.length === 0 ? words.choose : chosen.map((each) => valueName(name, each)).join(', ')}`}
        value={chosen}
        active={false}
        inForm
        choices={choices.map((value) => ({ value, label: valueName(name, value) }))}
        onChange={(value) => onText(choices.filter((each) => value.includes(each)).join('\n'))}
      />
    )
  }
  return (
    <textarea
      {...ids}
      rows={Math.min(6, Math.max(2, text.split('\n').length))}
      spellCheck={false}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  )
}
