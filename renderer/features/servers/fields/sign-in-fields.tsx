// How Gatehouse is known where a person signs in. Folded: most servers need none of it.
import { Field } from '@base-ui/react/field'
import { TextField } from './form-fields.tsx'
import { signInFault } from '../sign-in-draft.ts'
import type { SignInDraft } from '../sign-in-draft.ts'
import css from '../servers-screen.module.css'
import fieldsCss from './fields.module.css'
import { strings } from '../strings.ts'

const words = strings.form.signIn

type Props = {
  readonly draft: SignInDraft
  /** It was tried to send it. */
  readonly tried: boolean
  change(draft: SignInDraft): void
}

export function SignInFields({ draft, tried, change }: Props) {
  const fault = tried ? signInFault(draft) : null
  const text = (field: 'clientId' | 'metadataUrl', hint: string) => (
    <TextField
      label={words[field]}
      hint={hint}
      value={draft[field]}
      error={fault === field ? words.wrong[field] : undefined}
      onChange={(next) => change({ ...draft, [field]: next })}
    />
  )
  return (
    <details
      open={fault !== null || draft.clientId !== '' || draft.metadataUrl !== '' || undefined}
    >
      <summary className={fieldsCss.label}>{words.title}</summary>
      <div className={fieldsCss.form}>
        {text('clientId', words.clientIdHint)}
        <Field.Root className={fieldsCss.field}>
          <Field.Label className={fieldsCss.label}>{words.clientSecret}</Field.Label>
          <Field.Control
            className={fieldsCss.input}
            type="password"
            autoComplete="off"
            value={draft.clientSecret}
            onValueChange={(clientSecret) => change({ ...draft, clientSecret })}
          />
          <Field.Description className={css.hint}>
            {draft.storedSecret === ''
              ? words.clientSecretHint
              : words.storedSecretHint(draft.storedSecret)}
          </Field.Description>
        </Field.Root>
        {text('metadataUrl', words.metadataUrlHint)}
      </div>
    </details>
  )
}
