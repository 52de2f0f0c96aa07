// A switch with its label.
import { Switch } from '@base-ui/react/switch'
import css from './toggle-switch.module.css'

type Props = {
  readonly label: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly describedBy?: string
  onChange(on: boolean): void
}

export function ToggleSwitch({ label, on, disabled = false, describedBy, onChange }: Props) {
  return (
    <Switch.Root
      className={css.switch}
      aria-label={label}
      aria-describedby={describedBy}
      checked={on}
      disabled={disabled}
      onCheckedChange={onChange}
    >
      <Switch.Thumb className={css.thumb} />
    </Switch.Root>
  )
}
