// What opens below a control to choose from: the same for one choice and for any number of them.
import { Select } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import css from './pick.module.css'

type Props = {
  readonly label: string
  /** A fixed one is shown and cannot be taken away. */
  readonly choices: readonly {
    readonly value: string
    readonly label: string
    readonly fixed?: boolean
  }[]
}

export function PickList({ label, choices }: Props) {
  return (
    <Select.Portal>
      <Select.Positioner
        sideOffset={5}
        align="start"
        alignItemWithTrigger={false}
        className={css.positioner}
      >
        <Select.Popup className={css.popup} aria-label={label}>
          {choices.map((choice) => (
            <Select.Item
              key={choice.value}
              value={choice.value}
              disabled={choice.fixed ?? false}
              className={css.item}
            >
              <Select.ItemIndicator className={css.check}>
                <Check size={14} aria-hidden="true" />
              </Select.ItemIndicator>
              <Select.ItemText className={css.text}>{choice.label}</Select.ItemText>
            </Select.Item>
          ))}
        </Select.Popup>
      </Select.Positioner>
    </Select.Portal>
  )
}

/** Says that the control opens. */
export function PickIcon() {
  return (
    <Select.Icon className={css.icon}>
      <ChevronsUpDown size={13} aria-hidden="true" />
    </Select.Icon>
  )
}

/**
 * How the control looks, in its place until there is time for the control itself: a bar of filters
 * costs more than a page of rows.
 */
export function PickFace({ words, active }: { readonly words: string; readonly active: boolean }) {
  return (
    <span className={css.trigger} data-active={active} aria-hidden="true">
      <span>{words}</span>
      <span className={css.icon}>
        <ChevronsUpDown size={13} />
      </span>
    </span>
  )
}
