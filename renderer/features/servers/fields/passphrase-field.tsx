import { Field } from '@base-ui/react/field'
import css from '../servers-screen.module.css'
import fields from './fields.module.css'
import { strings } from '../strings.ts'
import type { Store } from '../use-store.ts'

/**
 * Where the credential store has to be opened by hand. What is typed is sent once and not kept.
 */
export function PassphraseField({ store }: { readonly store: Store }) {
  return (
    <Field.Root className={fields.field}>
      <Field.Label className={fields.label}>{strings.form.passphrase}</Field.Label>
      <Field.Control
        className={fields.input}
        type="password"
        autoComplete="off"
        value={store.passphrase}
        onValueChange={store.setPassphrase}
      />
      <Field.Description className={css.hint}>{strings.form.passphraseHint}</Field.Description>
    </Field.Root>
  )
}
