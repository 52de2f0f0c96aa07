// Any number out of a few, as a small control for filters and columns. None chosen means: no difference is made.
import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import css from './pick.module.css'

type Props = {
  readonly label: string
  /** What stands on the control: the label alone, or with what is chosen. */
  readonly words: string
  readonly value: readonly string[]
  readonly choices: readonly { readonly value: string; readonly label: string; readonly fixed?: boolean }[]
  /** Something is chosen, and shows less because of it. */
  readonly active: boolean
  onChange(value: readonly string[]): void
}

export function MultiPick({ label, words, value, choices, active, onChange }: Props) {
  return (
    <Select.Root multiple items={choices.map(({ value: each, label: word }) => ({ value: each, label: word }))} value={[...value]} onValueChange={onChange}>
      <Select.Trigger className={css.trigger} aria-label={words} data-active={active}>
        <Select.Value>{() => words}</Select.Value>
        <Select.Icon className={css.icon}>
          <ChevronsUpDown size={13} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={5} alignItemWithTrigger={false} className={css.positioner}>
          <Select.Popup className={css.popup} aria-label={label}>
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={choice.value} disabled={choice.fixed ?? false} className={css.item}>
                <Select.ItemIndicator className={css.check}>
                  <Check size={14} aria-hidden="true" />
                </Select.ItemIndicator>
                <Select.ItemText className={css.text}>{choice.label}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
} // prettier-ignore
