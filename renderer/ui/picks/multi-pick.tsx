// Any number out of a few, as a small control for filters and columns. None chosen means: no
// difference is made.
import { Select } from '@base-ui/react/select'
import { PickFace, PickIcon, PickList } from './pick-list.tsx'
import css from './pick.module.css'
import { useDeferredMount } from '../use-deferred-mount.ts'

type Props = {
  readonly label: string
  /** What is on the control: the label alone, or with what is chosen. */
  readonly words: string
  readonly value: readonly string[]
  readonly choices: readonly {
    readonly value: string
    readonly label: string
    readonly fixed?: boolean
  }[]
  /** Something is chosen, and shows less because of it. */
  readonly active: boolean
  /** In a form it is what one came for, and may be what has the focus: it is there at once. */
  readonly inForm?: boolean
  onChange(value: readonly string[]): void
}

export function MultiPick(props: Props) {
  const { label, words, value, choices, active, inForm = false, onChange } = props
  const mounted = useDeferredMount()
  if (!mounted && !inForm) return <PickFace words={words} active={active} />
  return (
    <Select.Root
      multiple
      items={choices.map(({ value: each, label: word }) => ({ value: each, label: word }))}
      value={[...value]}
      onValueChange={onChange}
    >
      <Select.Trigger className={css.trigger} aria-label={words} data-active={active}>
        <Select.Value>{() => words}</Select.Value>
        <PickIcon />
      </Select.Trigger>
      <PickList label={label} choices={choices} />
    </Select.Root>
  )
}
