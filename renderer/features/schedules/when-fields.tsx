// The fields that say when a job is due.
import { FormField } from './form-field.tsx'
import type { FormError, JobForm } from './job-draft.ts'
import css from './job-form.module.css'
import { strings } from './strings.ts'

const words = strings.form

export type FieldsProps = {
  readonly form: JobForm
  readonly wrong: FormError
  set(change: Partial<JobForm>): void
}

export function WhenFields({ form, wrong, set }: FieldsProps) {
  switch (form.when) {
    case 'cron':
      return (
        <div className={css.pair}>
          <FormField
            label={words.cron}
            hint={words.cronHint}
            value={form.cron}
            error={wrong.cron}
            kind="code"
            onChange={(cron) => set({ cron })}
          />
          <FormField
            label={words.zone}
            value={form.zone}
            error={wrong.zone}
            onChange={(zone) => set({ zone })}
          />
        </div>
      )
    case 'every':
      return (
        <FormField
          label={words.every}
          value={form.every}
          error={wrong.every}
          kind="number"
          onChange={(every) => set({ every })}
        />
      )
    case 'delay':
      return (
        <FormField
          label={words.delay}
          value={form.delay}
          error={wrong.delay}
          kind="number"
          onChange={(delay) => set({ delay })}
        />
      )
    case 'at':
      return (
        <FormField
          label={words.at}
          value={form.at}
          error={wrong.at}
          kind="moment"
          onChange={(at) => set({ at })}
        />
      )
    case 'event':
      return (
        <div className={css.pair}>
          <FormField
            label={words.pattern}
            hint={words.patternHint}
            value={form.pattern}
            error={wrong.pattern}
            kind="code"
            onChange={(pattern) => set({ pattern })}
          />
          <FormField
            label={words.source}
            hint={words.sourceHint}
            value={form.source}
            error={wrong.source}
            onChange={(source) => set({ source })}
          />
        </div>
      )
  }
}
