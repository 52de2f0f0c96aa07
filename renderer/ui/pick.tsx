// One choice out of a few, as a small control for filters and forms.
import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { clsx } from 'clsx'
import css from './pick.module.css'

export type Choice<V extends string> = { readonly value: V; readonly label: string }

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly choices: readonly Choice<V>[]
  /** This value means that nothing is chosen; any other is shown as an active filter. */
  readonly neutral?: V
  readonly wide?: boolean
  readonly id?: string | undefined
  onChange(value: V): void
}

export function Pick<V extends string>({ label, value, choices, neutral, wide = false, id, onChange }: Props<V>) {
  return (
    <Select.Root items={choices} value={value} onValueChange={(next) => next !== null && onChange(next)}>
      <Select.Trigger
        id={id}
        className={clsx(css.trigger, wide && css.wide)}
        aria-label={label}
        data-active={neutral !== undefined && value !== neutral}
      >
        <Select.Value />
        <Select.Icon className={css.icon}>
          <ChevronsUpDown size={13} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={5} alignItemWithTrigger={false} className={css.positioner}>
          <Select.Popup className={css.popup} aria-label={label}>
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={choice.value} className={css.item}>
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
}
