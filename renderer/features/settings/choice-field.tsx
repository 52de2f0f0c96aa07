// One of a few values of the configuration, saved at once; a failure is below it.
import type { ConfigPatch } from '../../../contract/policy/config/config-patch.ts'
import { TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import css from './settings-screen.module.css'
import { useSave } from './use-save.ts'

export function ChoiceField<V extends string>({
  label,
  value,
  names,
  hints,
  patch,
}: {
  readonly label: string
  readonly value: V
  readonly names: Readonly<Record<V, string>>
  /** What to know about the one that is chosen. */
  readonly hints?: Readonly<Record<V, string>>
  patch(value: V): ConfigPatch
}) {
  const { state, save } = useSave()
  const choices = (Object.keys(names) as V[]).map((each) => ({ value: each, label: names[each] }))
  return (
    <div className={css.field}>
      <span className={css.label}>{label}</span>
      <Pick
        label={label}
        value={value}
        choices={choices}
        wide
        onChange={(next) => void save(patch(next))}
      />
      {hints === undefined ? null : <p className={css.hint}>{hints[value]}</p>}
      {state.kind === 'failed' ? (
        <p className={css.error} role="alert">
          <TroubleText {...state.error} />
        </p>
      ) : null}
    </div>
  )
}
