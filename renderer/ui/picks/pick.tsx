// One choice out of a few, as a small control for filters and forms.
import { Select } from '@base-ui/react/select'
import { clsx } from 'clsx'
import { PickFace, PickIcon, PickList } from './pick-list.tsx'
import css from './pick.module.css'
import { useDeferredMount } from '../use-deferred-mount.ts'

export type Choice<V extends string> = { readonly value: V; readonly label: string }

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly choices: readonly Choice<V>[]
  /** This value means that nothing is chosen; any other is shown as an active filter. */
  readonly neutral?: V
  readonly wide?: boolean
  readonly id?: string | undefined
  /** In a form: what is said of it, and whether it has to be chosen again. */
  readonly describedBy?: string | undefined
  readonly invalid?: boolean
  onBlur?(): void
  onChange(value: V): void
}

export function Pick<V extends string>(props: Props<V>) {
  const {
    label,
    value,
    choices,
    neutral,
    wide = false,
    id,
    describedBy,
    invalid = false,
    onBlur,
    onChange,
  } = props
  const active = neutral !== undefined && value !== neutral
  const mounted = useDeferredMount()
  // A filter is beside what it filters, and that comes first. A field of a form may be what has
  // the focus.
  if (!mounted && neutral !== undefined) {
    return (
      <PickFace
        words={choices.find((choice) => choice.value === value)?.label ?? value}
        active={active}
      />
    )
  }
  return (
    <Select.Root
      items={choices}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
    >
      <Select.Trigger
        id={id}
        className={clsx(css.trigger, wide && css.wide)}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        data-active={active}
        onBlur={onBlur}
      >
        <Select.Value />
        <PickIcon />
      </Select.Trigger>
      <PickList label={label} choices={choices} />
    </Select.Root>
  )
}
