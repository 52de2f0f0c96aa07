// The inside of a dialog that asks for a person's word: what is asked, a proof where one is due, what
// went wrong, and the two buttons, the way back first.
import type { ReactNode, Ref, SyntheticEvent } from 'react'
import { Button } from './button.tsx'
import css from './confirm-form.module.css'
import { Notice, TroubleText } from './panel.tsx'

type Props = {
  readonly children: ReactNode
  /** Null where none is due. */
  readonly proof: {
    readonly label: string
    readonly value: string
    readonly ref?: Ref<HTMLInputElement> | undefined
    onChange(value: string): void
  } | null
  readonly trouble: { readonly text: string; readonly hint?: string | undefined } | null
  readonly back: string
  readonly backRef?: Ref<HTMLButtonElement> | undefined
  readonly go: string
  /** False: the button can have the focus, and does nothing. */
  readonly ready: boolean
  onBack(): void
  onGo(): void
}

export function ConfirmForm(props: Props) {
  const { children, proof, trouble, back, backRef, go, ready, onBack, onGo } = props
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (ready) onGo()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      {children}
      {proof === null ? null : (
        <label className={css.proof}>
          <span>{proof.label}</span>
          <input
            ref={proof.ref}
            type="password"
            autoComplete="off"
            value={proof.value}
            onChange={({ target }) => proof.onChange(target.value)}
          />
        </label>
      )}
      {trouble === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...trouble} />
        </Notice>
      )}
      <div className={css.actions}>
        <Button ref={backRef} type="button" onClick={onBack}>
          {back}
        </Button>
        <Button type="submit" tone="strong" disabled={!ready} focusableWhenDisabled>
          {go}
        </Button>
      </div>
    </form>
  )
}
