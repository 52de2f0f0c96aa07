// Setting up and removing one-time codes. Both need the passphrase; the secret is shown once.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Facts } from '../../../ui/panel.tsx'
import { SecretField } from '../secret-field.tsx'
import css from '../settings-screen.module.css'
import { strings } from '../strings.ts'

type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'shown'; readonly secret: string; readonly uri: string }

export function OneTimeCodes({ isSet, changed }: { readonly isSet: boolean; changed(): void }) {
  const bridge = useBridge()
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const become = (next: Step): void => {
    setStep(next)
    setTyped('')
    setError(null)
  }
  const type = (text: string): void => {
    setTyped(text)
    setError(null)
  }
  const finish = (
    result: { readonly ok: true } | { readonly ok: false; readonly error: Failure },
  ): void => {
    setTyped('')
    if (!result.ok) return setError(result.error)
    become({ kind: 'rest' })
    changed()
  }
  const go = async (): Promise<void> => {
    if (typed === '') return
    if (step.kind === 'shown')
      return finish(await bridge.call('step-up.confirm-totp', { code: typed.replaceAll(' ', '') }))
    if (isSet) return finish(await bridge.call('step-up.remove-totp', { passphrase: typed }))
    const started = await bridge.call('step-up.start-totp', { passphrase: typed })
    if (started.ok) become({ kind: 'shown', ...started.value })
    else finish(started)
  }
  const onEnter = (): void => void go()
  return (
    <>
      <p className={css.hint}>
        <b>{isSet ? strings.totpOn : strings.totpOff}</b>
      </p>
      {step.kind === 'rest' ? (
        <div>
          <Button size="small" onClick={() => become({ kind: 'asking' })}>
            {isSet ? strings.totpRemove : strings.totpStart}
          </Button>
        </div>
      ) : null}
      {step.kind === 'asking' ? (
        <SecretField
          label={strings.totpPassphrase}
          value={typed}
          error={error}
          onChange={type}
          onEnter={onEnter}
        >
          <Button size="small" aria-disabled={typed === ''} onClick={onEnter}>
            {isSet ? strings.totpGo.remove : strings.totpGo.start}
          </Button>
        </SecretField>
      ) : null}
      {step.kind === 'shown' ? (
        <>
          <p className={css.hint}>{strings.totpSecret}</p>
          <Facts
            facts={[
              { key: 'Secret', value: <code>{step.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code> },
              { key: 'URI', value: <code>{step.uri}</code> },
            ]}
          />
          <SecretField
            label={strings.totpCode}
            value={typed}
            error={error}
            plain
            onChange={type}
            onEnter={onEnter}
          >
            <Button size="small" aria-disabled={typed === ''} onClick={onEnter}>
              {strings.totpConfirm}
            </Button>
          </SecretField>
        </>
      ) : null}
    </>
  )
}
