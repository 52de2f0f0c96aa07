// How often a job runs at most, and what becomes of runs that were missed.
import { Pick } from '../../ui/picks/pick.tsx'
import { FormField } from './form-field.tsx'
import css from './job-form.module.css'
import { strings } from './strings.ts'
import type { FieldsProps } from './when-fields.tsx'

const words = strings.form

export function JobLimitFields({ form, wrong, set }: FieldsProps) {
  return (
    <fieldset className={css.limits}>
      <legend className={css.label}>{words.limits}</legend>
      {form.when === 'event' ? null : (
        <div className={css.field}>
          <span className={css.label}>{words.catchUp}</span>
          <Pick
            label={words.catchUp}
            value={form.catchUp}
            choices={(['skip', 'once', 'all'] as const).map((value) => ({
              value,
              label: words.catchUps[value],
            }))}
            onChange={(catchUp) => set({ catchUp })}
          />
        </div>
      )}
      <div className={css.pair}>
        <FormField
          label={words.maxRuns}
          hint={words.empty}
          value={form.maxRuns}
          error={wrong.maxRuns}
          kind="number"
          onChange={(maxRuns) => set({ maxRuns })}
        />
        <FormField
          label={words.cooldown}
          hint={words.empty}
          value={form.cooldown}
          error={wrong.cooldown}
          kind="number"
          onChange={(cooldown) => set({ cooldown })}
        />
        <FormField
          label={words.concurrent}
          value={form.concurrent}
          error={wrong.concurrent}
          kind="number"
          onChange={(concurrent) => set({ concurrent })}
        />
        <FormField
          label={words.expires}
          hint={words.empty}
          value={form.expires}
          error={wrong.expires}
          kind="moment"
          onChange={(expires) => set({ expires })}
        />
      </div>
    </fieldset>
  )
}
